extension HTTPRequest {
    /// Checks everything that needs no network, as `HTTPClient.send` does first.
    ///
    /// - Throws: `HTTPError` with `.invalidURL`, `.plainHTTPRefused` or `.invalidRequest`.
    public func validate() throws(HTTPError) { _ = try PreparedRequest(self) }
}
