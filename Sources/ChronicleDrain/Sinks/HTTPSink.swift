public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A server that takes JSON lines over HTTP.
///
/// Each batch is one `POST` of content type `application/x-ndjson`, an operation a line, with the batch's identifier as
/// `Idempotency-Key`. A page of a snapshot has the header `Chronicle-Snapshot` with the page as JSON. The answer decides:
///
/// | status | meaning |
/// | --- | --- |
/// | 2xx | acknowledged; a JSON body `{"refused": [{"id": …, "message": …}]}` names operations that are refused for good |
/// | 401, 403 | the owner has to sign in |
/// | 413 | too large: the batch comes in halves |
/// | 3xx | not followed, as what arrives elsewhere is not what was sent; later again, for the owner to give the new URL |
/// | 408, 425, 429, 5xx, no answer | later again, not before `Retry-After` |
/// | other 4xx | refused for good: the operations at fault are looked for in halves |
public struct HTTPSink: RemoteSink {
    private let url: URL
    private let session: URLSession
    private let headers: @Sendable () async throws -> [String: String]

    /// A server that receives.
    ///
    /// - Parameters:
    ///   - url: Where batches are posted to.
    ///   - session: What they are posted with; by default one that follows no redirection and keeps nothing on disk. One that
    ///     follows redirections has its batches count as not delivered.
    ///   - headers: Headers for each request, such as an `Authorization` that is renewed.
    public init(
        url: URL, session: URLSession? = nil,
        headers: @escaping @Sendable () async throws -> [String: String] = { [:] }
    ) {
        self.url = url
        self.session = session ?? Self.usualSession
        self.headers = headers
    }

    /// Posts a batch; see the type.
    public func acknowledge(_ batch: OutboundHistoryBatch) async throws -> [OperationRefusal] {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/x-ndjson", forHTTPHeaderField: "Content-Type")
        request.setValue(batch.id, forHTTPHeaderField: "Idempotency-Key")
        if let page = batch.page {
            let text = String(decoding: try JSONEncoder().encode(page), as: UTF8.self)
            request.setValue(text, forHTTPHeaderField: "Chronicle-Snapshot")
        }
        for (name, value) in try await headers() { request.setValue(value, forHTTPHeaderField: name) }
        let answer: (body: Data, response: URLResponse)
        do { answer = try await session.upload(for: request, from: batch.lines) } catch is CancellationError {
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
        switch response.statusCode {
        case 200..<300: return try refusals(answer.body, of: batch)
        case 300..<400: throw moved(response)
        case 401, 403: throw failure(.unauthorised, response, answer.body)
        case 413: throw failure(.payloadTooLarge, response, answer.body)
        case 408, 425, 429, 500...: throw failure(.transient, response, answer.body)
        case 400..<500: throw failure(.permanent, response, answer.body)
        default: throw failure(.transient, response, answer.body)
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
