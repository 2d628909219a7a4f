import TenderBytes

/// The transfers for callers that wait.
///
/// Every one can be canceled by canceling its task; it then throws `.canceled` once the transfer has really ended.
extension USBTransport {
    /// Sends one bulk message.
    public func bulkOut(_ bytes: [UInt8], timeout: Duration) async throws(TransportError) {
        _ = try await transfer(.bulkOut(bytes), timeout)
    }

    /// Waits for one bulk transfer of at most `byteCount` bytes, which may be empty.
    public func bulkIn(byteCount: Int, timeout: Duration) async throws(TransportError) -> [UInt8] {
        try await transfer(.bulkIn(byteCount: byteCount), timeout)
    }

    /// Waits for one interrupt transfer, without a time limit.
    ///
    /// - Throws: `.notFound` if the interface has no interrupt endpoint.
    public func interruptIn(byteCount: Int) async throws(TransportError) -> [UInt8] {
        try await transfer(.interruptIn(byteCount: byteCount), nil)
    }

    /// Makes a class request to the interface: sends `bytes` if given, otherwise receives up to `byteCount` bytes.
    public func control(
        request: UInt8, value: UInt16, bytes: [UInt8]?, byteCount: Int, timeout: Duration
    ) async throws(TransportError) -> [UInt8] {
        try await transfer(.control(request: request, value: value, bytes: bytes, byteCount: byteCount), timeout)
    }

    private func transfer(_ transfer: USBTransferRequest, _ timeout: Duration?) async throws(TransportError) -> [UInt8]
    {
        let result = await CallbackCall<USBTransferID, TransferResult<[UInt8]>>().wait(canceled: .failure(.canceled)) {
            begin(transfer, timeout: timeout, ended: $0)
        } cancel: {
            cancel($0)
        }
        return try result.get()
    }
}
