import CMicroHTTPD
import Glibc
import SimulatedPages
import SimulatedPayments

/// One request on a connection of libmicrohttpd: its headers, and the way back.
struct Exchange {
    let connection: OpaquePointer
    /// Whether pages of other origins may read the answer, as for those of the API.
    let isForAnyOrigin: Bool

    /// The names as texts, and null-terminated for comparison: terminating them again for each header took longer than
    /// parsing it.
    private static let headerNames = (APIRequest.headerNames + Pages.headerNames).map { ($0, Array($0.utf8CString)) }

    /// Whether the request announces a body larger than any of the API's.
    var isTooLarge: Bool {
        guard let text = cmhd_header(connection, "Content-Length") else { return false }
        return Int(String(cString: text)).map { $0 > Incoming.maximumBodyBytes } ?? true
    }

    /// Returns the headers that the API knows, by lower-case name; of a repeated name the last value wins.
    func headers() -> RequestHeaders {
        final class Collection { var headers = RequestHeaders() }
        let collection = Collection()
        withExtendedLifetime(collection) {
            let context = Unmanaged.passUnretained(collection).toOpaque()
            cmhd_each_header(
                connection,
                { context, name, value in
                    guard let context, let name, let value else { return 0 }
                    let collection = Unmanaged<Collection>.fromOpaque(context).takeUnretainedValue()
                    if let known = Exchange.headerNames.first(where: { strcasecmp($0.1, name) == 0 }) {
                        collection.headers[known.0] = String(cString: value)
                    }
                    return 1
                }, context)
        }
        return collection.headers
    }

    /// Lets a page of any origin send what it asks to send.
    func allow() -> MHD_Result {
        guard isForAnyOrigin else { return queue(403, [], cmhd_response(nil, 0)) }
        let asked = cmhd_header(connection, "Access-Control-Request-Headers").map { String(cString: $0) }
        let headers = [
            ("Access-Control-Allow-Methods", "GET, POST, DELETE"),
            ("Access-Control-Allow-Headers", asked ?? "Authorization, Content-Type"),
            ("Access-Control-Max-Age", "300"),
        ]
        return queue(204, headers, cmhd_response(nil, 0))
    }

    /// Answers 413 before the body is read.
    func refuseBody() -> MHD_Result {
        let message = "The body is larger than \(Incoming.maximumBodyBytes) bytes."
        let error: JSONValue = ["error": ["type": "invalid_request_error", "message": .string(message)]]
        let bytes = error.rendered()
        return queue(413, [("Content-Type", "application/json")], bytes.withUnsafeBytes { response($0) })
    }

    func send(_ delivery: Delivery) -> MHD_Result {
        switch delivery {
        case .closed: .NO
        case .answer(let answer):
            queue(answer.status, Self.pairs(answer), answer.body.withUnsafeBytes { response($0) })
        case .half(let answer): queue(answer.status, Self.pairs(answer), half(answer.body))
        }
    }

    /// The headers that let a page of any origin read an answer.
    private static let forPages = [
        ("Access-Control-Allow-Origin", "*"),
        ("Access-Control-Expose-Headers", "Request-Id, Stripe-Version, Idempotent-Replayed, Retry-After"),
    ]

    private static func pairs(_ answer: APIResponse) -> [(String, String)] {
        answer.headers.map { ($0.name, $0.value) }
    }

    private func response(_ bytes: UnsafeRawBufferPointer) -> OpaquePointer? {
        cmhd_response(bytes.baseAddress, bytes.count)
    }

    /// Returns a response that announces the whole body and breaks off after half of it.
    private func half(_ body: [UInt8]) -> OpaquePointer? {
        let kept = Unmanaged.passRetained(HalfBody(body))
        let response = cmhd_response_from_reader(
            body.count, 1024,
            { context, position, buffer, room in
                guard let context, let buffer else { return cmhd_end_with_error() }
                let half = Unmanaged<HalfBody>.fromOpaque(context).takeUnretainedValue()
                return half.read(from: position, into: UnsafeMutableRawBufferPointer(start: buffer, count: room))
            }, kept.toOpaque(), { context in context.map { Unmanaged<HalfBody>.fromOpaque($0).release() } })
        if response == nil { kept.release() }
        return response
    }

    private func queue(
        _ status: Int, _ headers: some Sequence<(String, String)>, _ response: OpaquePointer?
    ) -> MHD_Result {
        guard let response else { return .NO }
        defer { MHD_destroy_response(response) }
        // A header that the library rejects, such as an echo with control characters, is left out.
        for (name, value) in headers { _ = cmhd_add_header(response, name, value) }
        if isForAnyOrigin, cmhd_header(connection, "Origin") != nil {
            for (name, value) in Self.forPages { _ = cmhd_add_header(response, name, value) }
        }
        return cmhd_queue(connection, UInt32(status), response) != 0 ? .YES : .NO
    }
}

/// The first half of a body, for one connection's thread.
final class HalfBody {
    private let bytes: ArraySlice<UInt8>

    init(_ body: [UInt8]) { bytes = body[..<(body.count / 2)] }

    /// Copies the next bytes; returns the library's error code at the end.
    func read(from position: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let rest = bytes.dropFirst(Int(clamping: position)).prefix(buffer.count)
        guard !rest.isEmpty else { return cmhd_end_with_error() }
        buffer.copyBytes(from: rest)
        return rest.count
    }
}
