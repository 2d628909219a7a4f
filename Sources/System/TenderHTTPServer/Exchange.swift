import CMicroHTTPD
import Glibc

/// What every exchange of a server needs of its configuration.
struct ExchangeSettings: Sendable {
    /// The names as texts, and null-terminated for comparison: terminating them again for each header took longer than
    /// parsing it.
    let headerNames: [(text: String, terminated: [CChar])]
    let maximumBodyBytes: Int
    let refusalOfBody: [UInt8]
    let isForAnyOrigin: @Sendable (String) -> Bool
    let allowedOrigins: Set<String>
    private let exposedHeaders: String

    init(_ configuration: HTTPServer.Configuration) {
        headerNames = configuration.headerNames.map { ($0, Array($0.utf8CString)) }
        maximumBodyBytes = configuration.maximumBodyBytes
        refusalOfBody = configuration.refusalOfBody
        isForAnyOrigin = configuration.isForAnyOrigin
        allowedOrigins = configuration.allowedOrigins
        exposedHeaders = configuration.exposedHeaders
    }

    /// Returns the headers that let the pages of an origin, or of any, read an answer.
    func headersForPages(of origin: String) -> [HTTPServerHeader] {
        [
            HTTPServerHeader("Access-Control-Allow-Origin", origin),
            HTTPServerHeader("Access-Control-Expose-Headers", exposedHeaders),
        ] + (origin == "*" ? [] : [HTTPServerHeader("Vary", "Origin")])
    }
}

/// One request on a connection of libmicrohttpd: its headers, and the way back.
struct Exchange {
    let connection: OpaquePointer
    /// Whether pages of other origins may read the answer.
    let isForAnyOrigin: Bool
    let settings: ExchangeSettings

    init(connection: OpaquePointer, uri: String, settings: ExchangeSettings) {
        self.connection = connection
        self.settings = settings
        isForAnyOrigin = settings.isForAnyOrigin(uri)
    }

    /// The origin whose pages may read the answer: any, the one of the request, or none.
    private var allowedOrigin: String? {
        guard let text = cmhd_header(connection, "Origin") else { return nil }
        if isForAnyOrigin { return "*" }
        let origin = String(cString: text)
        return settings.allowedOrigins.contains(origin) ? origin : nil
    }

    /// Whether the request announces a body that is too large.
    var isTooLarge: Bool {
        guard let text = cmhd_header(connection, "Content-Length") else { return false }
        return Int(String(cString: text)).map { $0 > settings.maximumBodyBytes } ?? true
    }

    /// Returns the headers that the server was asked to read.
    func headers() -> [HTTPServerHeader] {
        final class Collection {
            let names: [(text: String, terminated: [CChar])]
            var headers: [HTTPServerHeader] = []

            init(_ names: [(text: String, terminated: [CChar])]) { self.names = names }
        }
        let collection = Collection(settings.headerNames)
        withExtendedLifetime(collection) {
            let context = Unmanaged.passUnretained(collection).toOpaque()
            cmhd_each_header(
                connection,
                { context, name, value in
                    guard let context, let name, let value else { return 0 }
                    let collection = Unmanaged<Collection>.fromOpaque(context).takeUnretainedValue()
                    if let known = collection.names.first(where: { strcasecmp($0.terminated, name) == 0 }) {
                        collection.headers.append(HTTPServerHeader(known.text, String(cString: value)))
                    }
                    return 1
                }, context)
        }
        return collection.headers
    }

    /// Lets a page of any origin send what it asks to send.
    func allow() -> MHD_Result {
        guard isForAnyOrigin || allowedOrigin != nil else { return queue(403, [], cmhd_response(nil, 0)) }
        let asked = cmhd_header(connection, "Access-Control-Request-Headers").map { String(cString: $0) }
        let headers = [
            HTTPServerHeader("Access-Control-Allow-Methods", "GET, POST, DELETE"),
            HTTPServerHeader("Access-Control-Allow-Headers", asked ?? "Authorization, Content-Type"),
            HTTPServerHeader("Access-Control-Max-Age", "300"),
        ]
        return queue(204, headers, cmhd_response(nil, 0))
    }

    /// Answers 413 before the body is read.
    func refuseBody() -> MHD_Result {
        queue(
            413, [HTTPServerHeader("Content-Type", "application/json")],
            settings.refusalOfBody.withUnsafeBytes { response($0) })
    }

    func send(_ answer: HTTPServerAnswer) -> MHD_Result {
        switch answer {
        case .closed: .NO
        case .whole(let whole): queue(whole.status, whole.headers, whole.body.withUnsafeBytes { response($0) })
        case .half(let whole): queue(whole.status, whole.headers, half(whole.body))
        case .stream(let head, let stream): queue(head.status, head.headers, streamed(head.body, stream))
        }
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

    /// Returns a response whose body comes from a stream, after its first bytes.
    private func streamed(_ first: [UInt8], _ stream: HTTPServerStream) -> OpaquePointer? {
        let kept = Unmanaged.passRetained(StreamedBody(first, stream, connection))
        let response = cmhd_response_of_any_length(
            4096,
            { context, _, buffer, room in
                guard let context, let buffer else { return cmhd_end_with_error() }
                let body = Unmanaged<StreamedBody>.fromOpaque(context).takeUnretainedValue()
                return body.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: room))
            }, kept.toOpaque(), { context in context.map { Unmanaged<StreamedBody>.fromOpaque($0).release() } })
        if response == nil { kept.release() }
        return response
    }

    private func queue(
        _ status: Int, _ headers: [HTTPServerHeader], _ response: OpaquePointer?
    ) -> MHD_Result {
        guard let response else { return .NO }
        defer { MHD_destroy_response(response) }
        // A header that the library rejects, such as an echo with control characters, is left out.
        for header in headers { _ = cmhd_add_header(response, header.name, header.value) }
        if let allowedOrigin {
            for header in settings.headersForPages(of: allowedOrigin) {
                _ = cmhd_add_header(response, header.name, header.value)
            }
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

/// A body that comes from a stream, for one connection's thread.
final class StreamedBody {
    private var first: ArraySlice<UInt8>
    private let stream: HTTPServerStream
    private let connection: OpaquePointer

    init(_ first: [UInt8], _ stream: HTTPServerStream, _ connection: OpaquePointer) {
        self.first = first[...]
        self.stream = stream
        self.connection = connection
    }

    /// Copies the next bytes; returns the library's code at the end, and 0 once the connection is suspended.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let piece = first.prefix(buffer.count)
        guard piece.isEmpty else {
            buffer.copyBytes(from: piece)
            first = first.dropFirst(piece.count)
            return piece.count
        }
        return switch stream.read(into: buffer, for: connection) {
        case .bytes(let count): count
        case .end: cmhd_end_of_stream()
        case .later: 0
        }
    }
}
