/// Whose turn it is at the reader: one active payment, the others refused or in line.
struct ReaderTurn {
    /// The command that has the reader, and the payment it is for.
    struct Holder: Equatable {
        var name: String
        var intentID: String
    }

    private(set) var holder: Holder?
    private var queue: [Place] = []
    private var lastPlace = 0

    private struct Place {
        var number: Int
        var holder: Holder
        var continuation: CheckedContinuation<Bool, Never>
    }

    /// Takes the reader when it is free.
    mutating func take(_ newHolder: Holder) -> Bool {
        guard holder == nil else { return false }
        holder = newHolder
        return true
    }

    /// The number of the next place in line.
    mutating func nextPlace() -> Int {
        lastPlace += 1
        return lastPlace
    }

    /// Stands in line; the continuation resumes with true when it is the holder's turn, with false when it left.
    mutating func wait(
        _ number: Int, _ newHolder: Holder, first: Bool, _ continuation: CheckedContinuation<Bool, Never>
    ) {
        let place = Place(number: number, holder: newHolder, continuation: continuation)
        queue.insert(place, at: first ? 0 : queue.count)
    }

    /// Leaves the line; false when the turn had come already.
    mutating func leave(_ number: Int) -> Bool {
        guard let index = queue.firstIndex(where: { $0.number == number }) else { return false }
        queue.remove(at: index).continuation.resume(returning: false)
        return true
    }

    /// Gives the reader to the next in line.
    mutating func release() {
        guard !queue.isEmpty else {
            holder = nil
            return
        }
        let next = queue.removeFirst()
        holder = next.holder
        next.continuation.resume(returning: true)
    }
}
