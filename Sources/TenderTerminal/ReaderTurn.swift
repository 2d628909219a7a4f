/// Whose turn it is at the reader: one active payment, the others refused or in line.
struct ReaderTurn {
    /// The command that has the reader, and the payment it is for.
    struct Holder: Equatable {
        var name: String
        var intentID: String
    }

    private(set) var holder: Holder?
    private var queue: [(holder: Holder, continuation: CheckedContinuation<Void, Never>)] = []

    /// Takes the reader when it is free.
    mutating func take(_ newHolder: Holder) -> Bool {
        guard holder == nil else { return false }
        holder = newHolder
        return true
    }

    /// Stands in line; the continuation resumes when it is the holder's turn.
    mutating func wait(_ newHolder: Holder, first: Bool, _ continuation: CheckedContinuation<Void, Never>) {
        queue.insert((newHolder, continuation), at: first ? 0 : queue.count)
    }

    /// Gives the reader to the next in line.
    mutating func release() {
        guard !queue.isEmpty else {
            holder = nil
            return
        }
        let next = queue.removeFirst()
        holder = next.holder
        next.continuation.resume()
    }
}
