import TenderFlow

/// The records that wait for the writer, in the order of their appending.
struct JournalInbox {
    /// One record and who waits for it.
    struct Request {
        let entry: JournalEntry
        let payload: PayloadChange?
        let answer: CheckedContinuation<JournalError?, Never>
    }

    private var waiting: [Request] = []
    /// Whether the writer is called already.
    private var isCalled = false
    /// Whether the last batch had more than one record: those who wrote it come back about now.
    private(set) var isCrowded = false
    private(set) var isClosed = false

    enum Acceptance { case call, callBehindOthers, wait, closed }

    /// Takes a request; the first one calls the writer.
    mutating func accept(_ request: Request) -> Acceptance {
        guard !isClosed else { return .closed }
        waiting.append(request)
        defer { isCalled = true }
        return isCalled ? .wait : isCrowded ? .callBehindOthers : .call
    }

    /// Everything that waits, to be written together.
    mutating func takeAll() -> [Request] {
        defer { waiting = [] }
        isCrowded = waiting.count > 1
        return waiting
    }

    /// Ends a call of the writer; true when it is to go on at once.
    mutating func endCall() -> Bool {
        isCalled = !waiting.isEmpty
        return isCalled
    }

    mutating func close() { isClosed = true }
}
