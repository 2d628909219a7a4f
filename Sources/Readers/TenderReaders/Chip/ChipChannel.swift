import TenderBytes
public import TenderEMV

/// The way to the chip in one slot: that of a USB reader, or a card in this process.
///
/// One request at a time, whose answer comes in a callback: command follows answer without another thread having to run.
/// Only a wait for the card to move, `.presence(after:)`, may go on beside others. `ask` is the same for callers that wait.
public protocol ChipChannel: Sendable {
    /// What the PIN pad of the slot can do; empty without one.
    var pinPad: ContactTransaction.PINPad { get }

    /// Begins a request, and returns at once.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - ended: Called once, possibly before this function returns, on the thread that brought the answer, which it must
    ///     not block; it may begin the next request. It fails with `.canceled` if the request was canceled, after the card
    ///     has been left alone.
    /// - Returns: The ID for `cancel`.
    @discardableResult
    func begin(
        _ request: ChipRequest, ended: @escaping @Sendable (Result<ChipReply, ChipChannelError>) -> Void
    ) -> Int

    /// Requests the end of a request, which is answered all the same; one that was answered is ignored.
    func cancel(_ request: Int)
}

extension ChipChannel {
    /// Makes a request and waits for its answer; canceling the task ends it: it throws `.canceled`.
    public func ask(_ request: ChipRequest) async throws(ChipChannelError) -> ChipReply {
        let result = await CallbackCall<Int, Result<ChipReply, ChipChannelError>>().wait(canceled: .failure(.canceled))
        {
            begin(request, ended: $0)
        } cancel: {
            cancel($0)
        }
        return try result.get()
    }

    /// Powers the card off, also for a caller that was canceled; what fails here harms nothing.
    public func powerOff() async {
        await withCheckedContinuation { continuation in begin(.powerOff) { _ in continuation.resume() } }
    }
}
