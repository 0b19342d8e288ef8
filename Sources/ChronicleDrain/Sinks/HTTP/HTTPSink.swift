public import Foundation
import Synchronization

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A server that takes JSON lines over HTTP.
///
/// Each batch is one `POST` of content type `application/x-ndjson`, an operation a line, with the batch's identifier as
/// `Idempotency-Key`. A page of a snapshot has the header `Chronicle-Snapshot` with the page as JSON. Bodies are compressed when
/// the owner says so (``Compression``); a batch that comes again has the same bytes then, too. The answer decides:
///
/// | status | meaning |
/// | --- | --- |
/// | 2xx | acknowledged; a JSON body `{"refused": [{"id": …, "message": …}]}` names operations that are refused for good |
/// | 401, 403 | the owner has to sign in |
/// | 404, 405, 410 | nothing takes batches at the URL: nothing is parked, and it is tried again after a long while |
/// | 413 | too large: the batch comes in halves |
/// | 3xx | not followed, as what arrives elsewhere is not what was sent; later again, for the owner to give the new URL |
/// | 408, 425, 429, 5xx, no answer | later again, not before `Retry-After` |
/// | 415 to a compressed body | the same batch at once as it is, and all others from then on |
/// | other 4xx | refused for good: the operations at fault are looked for in halves |
public struct HTTPSink: RemoteSink {
    private let url: URL
    private let session: URLSession
    private let compression: Compression
    private let headers: @Sendable () async throws -> [String: String]
    private let server = Server()

    /// What was learned of the server.
    private final class Server: Sendable { let refusesCompression = Atomic(false) }

    /// A server that receives.
    ///
    /// - Parameters:
    ///   - url: Where batches are posted to.
    ///   - session: What they are posted with; by default one that follows no redirection and keeps nothing on disk. One that
    ///     follows redirections has its batches count as not delivered.
    ///   - compression: How bodies are compressed. Not at all by default: a server that does not understand compressed ones may
    ///     refuse them for good.
    ///   - headers: Headers for each request, such as an `Authorization` that is renewed.
    public init(
        url: URL, session: URLSession? = nil, compression: Compression = .none,
        headers: @escaping @Sendable () async throws -> [String: String] = { [:] }
    ) {
        self.url = url
        self.session = session ?? Self.usualSession
        self.compression = compression
        self.headers = headers
    }

    /// Posts a batch; see the type.
    public func acknowledge(_ batch: OutboundHistoryBatch) async throws -> [OperationRefusal] {
        let request = try await request(for: batch)
        let lines = batch.lines
        guard let compressed = try compressed(lines) else {
            return try judge(try await post(lines, request), of: batch)
        }
        var compressedRequest = request
        compressedRequest.setValue("gzip", forHTTPHeaderField: "Content-Encoding")
        let answer = try await post(compressed, compressedRequest)
        guard answer.response.statusCode == 415 else { return try judge(answer, of: batch) }
        let plain = try await post(lines, request)
        // A server that refuses either form refuses something else.
        if plain.response.statusCode != 415 { server.refusesCompression.store(true, ordering: .relaxed) }
        return try judge(plain, of: batch)
    }

    private func request(for batch: OutboundHistoryBatch) async throws -> URLRequest {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/x-ndjson", forHTTPHeaderField: "Content-Type")
        request.setValue(batch.id, forHTTPHeaderField: "Idempotency-Key")
        if let page = batch.page {
            let text = String(decoding: try JSONEncoder().encode(page), as: UTF8.self)
            request.setValue(text, forHTTPHeaderField: "Chronicle-Snapshot")
        }
        for (name, value) in try await headers() { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }

    /// A body as gzip; nil when it is to go as it is.
    private func compressed(_ body: Data) throws -> Data? {
        guard let minimum = compression.minimumSize, body.count >= minimum,
            !server.refusesCompression.load(ordering: .relaxed)
        else { return nil }
        #if Gzip
        do { return try Gzip.compressed(body) } catch {
            throw SinkError(.transient, "The batch could not be compressed: \(error)", underlying: error)
        }
        #else
        return nil
        #endif
    }

    private typealias Posted = (body: Data, response: HTTPURLResponse)

    private func post(_ body: Data, _ request: URLRequest) async throws -> Posted {
        let answer: (body: Data, response: URLResponse)
        do { answer = try await session.upload(for: request, from: body) } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw SinkError(.transient, "\(url) did not answer: \(error.localizedDescription)", underlying: error)
        }
        guard let response = answer.response as? HTTPURLResponse else {
            throw SinkError(.transient, "\(url) did not answer by HTTP.")
        }
        if let end = response.url, end != url {
            throw SinkError(
                .transient, "\(url) sent the batch on to \(end), where it did not arrive as it was: use that URL.")
        }
        return (answer.body, response)
    }

    private func judge(_ answer: Posted, of batch: OutboundHistoryBatch) throws -> [OperationRefusal] {
        let (body, response) = answer
        switch response.statusCode {
        case 200..<300: return try refusals(body, of: batch)
        case 300..<400: throw moved(response)
        case 401, 403: throw failure(.unauthorised, response, body)
        case 404, 405, 410: throw failure(.misdirected, response, body)
        case 413: throw failure(.payloadTooLarge, response, body)
        case 408, 425, 429, 500...: throw failure(.transient, response, body)
        case 400..<500: throw failure(.permanent, response, body)
        default: throw failure(.transient, response, body)
        }
    }

    private struct Answer: Decodable { var refused: [OperationRefusal]? }

    private func refusals(_ body: Data, of batch: OutboundHistoryBatch) throws -> [OperationRefusal] {
        // A body that is no JSON is nobody's list of refusals.
        let blanks = Data(" \t\r\n".utf8)
        guard body.first(where: { !blanks.contains($0) }) == UInt8(ascii: "{") else { return [] }
        let refused: [OperationRefusal]
        do { refused = try JSONDecoder().decode(Answer.self, from: body).refused ?? [] } catch {
            throw SinkError(.transient, "\(url) gave an answer that cannot be read: \(error)", underlying: error)
        }
        if refused.isEmpty { return [] }
        let sent = Set(batch.operations.lazy.map(\.id))
        if let stranger = refused.first(where: { !sent.contains($0.id) }) {
            throw SinkError(.transient, "\(url) refused \(stranger.id), which was not in the batch.")
        }
        return refused
    }

    private func moved(_ response: HTTPURLResponse) -> SinkError {
        let place = response.value(forHTTPHeaderField: "Location").map { ", to \($0): use that URL" } ?? ""
        return SinkError(.transient, "\(url) answered \(response.statusCode)\(place).")
    }

    private static let usualSession = URLSession(
        configuration: .ephemeral, delegate: RedirectionRefuser(), delegateQueue: nil)

    private func failure(_ code: SinkError.Code, _ response: HTTPURLResponse, _ body: Data) -> SinkError {
        let text = String(decoding: body.prefix(200), as: UTF8.self).split(whereSeparator: \.isNewline)
            .joined(separator: " ")
        return SinkError(
            code, "\(url) answered \(response.statusCode)\(text.isEmpty ? "" : ": \(text)")",
            retryAfter: response.value(forHTTPHeaderField: "Retry-After").flatMap(Self.delay))
    }

    /// Seconds, or a date (RFC 9110, section 10.2.3).
    static func delay(_ text: String) -> Duration? {
        if let seconds = Int(text.trimmingCharacters(in: .whitespaces)) { return .seconds(max(seconds, 0)) }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return formatter.date(from: text).map { .seconds(max($0.timeIntervalSinceNow, 0)) }
    }
}

/// Follows no redirection: a `POST` would become a `GET`, or lose its body, and secrets would go to another server.
private final class RedirectionRefuser: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
