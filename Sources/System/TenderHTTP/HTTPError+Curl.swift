import CLibCurl

extension HTTPError {
    private static let codes: [(Code, [CURLcode])] = [
        (.hostNotFound, [CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY]),
        (.connectionFailed, [CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED, CURLE_NO_CONNECTION_AVAILABLE]),
        (
            .tlsFailed,
            [
                CURLE_SSL_CONNECT_ERROR, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CERTPROBLEM,
                CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED, CURLE_SSL_ENGINE_INITFAILED,
                CURLE_SSL_CACERT_BADFILE, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
                CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
            ]
        ),
        (
            .connectionLost,
            [
                CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_SEND_FAIL_REWIND,
                CURLE_HTTP2, CURLE_HTTP2_STREAM,
            ]
        ),
        (.invalidResponse, [CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING]),
    ]

    /// Translates what libcurl reported; the text is libcurl's own for the code, never what the server sent.
    ///
    /// A failure to connect after the request began to leave comes from libcurl's attempt to repeat it; what actually
    /// happened is that the first connection was lost.
    init(_ result: CURLcode, fate: Fate) {
        let code: Code
        if result == CURLE_OPERATION_TIMEDOUT {
            code = fate == .notSent ? .connectTimedOut : .timedOut
        } else {
            code = Self.codes.first { $0.1.contains(result) }?.0 ?? .transferFailed
        }
        let isSecondConnection = fate == .unknown && [.hostNotFound, .connectionFailed, .tlsFailed].contains(code)
        self.init(
            isSecondConnection ? .connectionLost : code, fate: fate,
            message: String(cString: curl_easy_strerror(isSecondConnection ? CURLE_GOT_NOTHING : result))
        )
    }
}
