import Dispatch
import Foundation
import Synchronization

/// An HTTP server on the loopback interface, for one connection at a time: enough for a client that posts.
final class LoopbackServer: Sendable {
    struct Request: Sendable {
        var headers: [String: String]
        /// The body as it came over the line.
        var encoded: Data
        /// The body, uncompressed.
        var body: Data
    }

    struct Answer: Sendable {
        var status = 200
        var headers: [String: String] = [:]
        var body = Data()
    }

    let port: UInt16
    private let listener: Int32

    var url: URL { URL(string: "http://127.0.0.1:\(port)/changes") ?? URL(filePath: "/") }

    init(_ answer: @escaping @Sendable (Request) -> Answer) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard code else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                if connection < 0 { return }
                Self.serve(connection, answer)
                close(connection)
            }
        }
    }

    /// Ends the server; connections are refused then.
    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    private static func serve(_ connection: Int32, _ answer: (Request) -> Answer) {
        var data = Data()
        let end = Data("\r\n\r\n".utf8)
        while data.range(of: end) == nil { guard receive(connection, &data) else { return } }
        guard let head = data.range(of: end) else { return }
        var headers: [String: String] = [:]
        for line in String(decoding: data[..<head.lowerBound], as: UTF8.self).split(separator: "\r\n").dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        if headers["expect"] != nil { transmit(connection, Data("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        while data.count - head.upperBound < length { guard receive(connection, &data) else { return } }
        let encoded = Data(data[head.upperBound...])
        guard let body = decoded(encoded, headers["content-encoding"]) else {
            return transmit(connection, Answer(status: 400, body: Data("the body cannot be read".utf8)))
        }
        transmit(connection, answer(Request(headers: headers, encoded: encoded, body: body)))
    }

    private static func decoded(_ body: Data, _ encoding: String?) -> Data? {
        guard let encoding else { return body }
        #if Gzip
        return encoding == "gzip" ? gunzipped(body) : nil
        #else
        return nil
        #endif
    }

    private static func transmit(_ connection: Int32, _ answer: Answer) {
        var text = "HTTP/1.1 \(answer.status) Answer\r\nContent-Length: \(answer.body.count)\r\nConnection: close\r\n"
        for (name, value) in answer.headers { text += "\(name): \(value)\r\n" }
        transmit(connection, Data((text + "\r\n").utf8) + answer.body)
    }

    private static func receive(_ connection: Int32, _ data: inout Data) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(connection, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        data.append(contentsOf: buffer[..<count])
        return true
    }

    private static func transmit(_ connection: Int32, _ data: Data) {
        data.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = send(
                    connection, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
                if count <= 0 { return }
                sent += count
            }
        }
    }
}
