import CLibCurl
import Glibc

/// All the options that one exchange sets on libcurl.
extension EasyHandle {
    /// Configures the handle; `transfer` must outlive it.
    func configure(
        _ prepared: PreparedRequest, _ configuration: HTTPClient.Configuration, timeout: Duration,
        for transfer: Transfer
    ) throws(HTTPError) {
        try set(CURLOPT_URL, prepared.url.text)
        try set(CURLOPT_PROTOCOLS_STR, prepared.url.scheme)
        try setConduct(configuration)
        try setTLS(configuration)
        try set(CURLOPT_TIMEOUT_MS, timeout.curlMilliseconds)
        try setMethod(prepared.request, transfer)
        try setFields(prepared.request)
        try setCallbacks(transfer)
    }

    private func setConduct(_ configuration: HTTPClient.Configuration) throws(HTTPError) {
        try set(CURLOPT_NOSIGNAL, 1)
        // A name lookup that is in progress when a transfer is canceled must not hold up the loop thread.
        try set(CURLOPT_QUICK_EXIT, 1)
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_PROXY, "")
        try set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
        try set(CURLOPT_HTTP09_ALLOWED, 0)
        try setSocketOptions(keepFromChildren)
        try set(CURLOPT_USERAGENT, configuration.userAgent)
        try set(CURLOPT_CONNECTTIMEOUT_MS, configuration.connectTimeout.curlMilliseconds)
    }

    private func setTLS(_ configuration: HTTPClient.Configuration) throws(HTTPError) {
        try set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        try set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        // The bundle replaces the system's file; the system's directory stays and holds the same authorities.
        if let bundle = configuration.extraCABundle { try set(CURLOPT_CAINFO, bundle) }
    }

    private func setMethod(_ request: HTTPRequest, _ transfer: Transfer) throws(HTTPError) {
        switch request.method {
        case .get: try set(CURLOPT_HTTPGET, 1)
        case .delete: try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        case .post:
            try set(CURLOPT_POST, 1)
            try set(CURLOPT_POSTFIELDSIZE_LARGE, offset: request.body?.count ?? 0)
            try set(CURLOPT_READDATA, context: transfer)
            try setReader(readBody)
            try setSeeker(refuseToRewind)
        }
    }

    private func setFields(_ request: HTTPRequest) throws(HTTPError) {
        for header in request.headers {
            try addField(header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)")
        }
        // Without these two, libcurl may ask for "100 Continue" and adds a content type of its own.
        try addField("Expect:")
        if !request.headers.contains(where: { $0.isNamed("Content-Type") }) { try addField("Content-Type:") }
        if let authorization = request.authorization { try addAuthorization(authorization) }
        try commitFields()
    }

    private func setCallbacks(_ transfer: Transfer) throws(HTTPError) {
        try set(CURLOPT_PREREQDATA, context: transfer)
        try setPrerequisite(permitOneSending)
        try set(CURLOPT_HEADERDATA, context: transfer)
        try setWriter(CURLOPT_HEADERFUNCTION, receiveHeader)
        try set(CURLOPT_WRITEDATA, context: transfer)
        try setWriter(CURLOPT_WRITEFUNCTION, receiveContent)
    }
}

/// libcurl calls this once it has a connection, before it writes a request, including before repeating one.
private let permitOneSending: curl_prereq_callback = { context, _, _, _, _ in
    transfer(context)?.mayBeginSending() == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}

/// A child process that inherited the socket would keep a closed connection open.
private let keepFromChildren: curl_sockopt_callback = { _, socket, _ in
    fcntl(socket, F_SETFD, FD_CLOEXEC) == 0 ? CURL_SOCKOPT_OK : CURL_SOCKOPT_ERROR
}

private let readBody: curl_read_callback = { buffer, size, count, context in
    guard let transfer = transfer(context) else { return Int(CURL_READFUNC_ABORT) }
    return transfer.sendBody(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
}

/// A body is sent once: libcurl cannot repeat it without rewinding.
private let refuseToRewind: curl_seek_callback = { _, _, _ in CURL_SEEKFUNC_FAIL }

private let receiveHeader: curl_write_callback = { bytes, size, count, context in
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer(context)?.receiveHeaderLine(line) == true ? line.count : Int(CURL_WRITEFUNC_ERROR)
}

private let receiveContent: curl_write_callback = { bytes, size, count, context in
    let content = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer(context)?.receiveBody(content) == true ? content.count : Int(CURL_WRITEFUNC_ERROR)
}

private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
}
