import TenderFlow

/// The records that wait for the writer, in the order appended.
struct JournalInbox {
    /// One record and the caller waiting for it.
    struct Request {
        let entry: JournalEntry
        let payload: PayloadChange?
        let answer: CheckedContinuation<JournalError?, Never>
    }

    private var waiting: [Request] = []
    /// Whether the writer has been called already.
    private var isCalled = false
    /// Whether the last batch had more than one record, so that their callers come back about now.
    private(set) var isCrowded = false
    private(set) var isClosed = false

    enum Acceptance { case call, callBehindOthers, wait, closed }

    /// Adds a request; the first one calls the writer.
    mutating func accept(_ request: Request) -> Acceptance {
        guard !isClosed else { return .closed }
        waiting.append(request)
        defer { isCalled = true }
        return isCalled ? .wait : isCrowded ? .callBehindOthers : .call
    }

    /// Returns everything that waits, to be written together.
    mutating func takeAll() -> [Request] {
        defer { waiting = [] }
        isCrowded = waiting.count > 1
        return waiting
    }

    /// Ends a call of the writer; returns `true` if it must continue at once.
    mutating func endCall() -> Bool {
        isCalled = !waiting.isEmpty
        return isCalled
    }

    mutating func close() { isClosed = true }
}
