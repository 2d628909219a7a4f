import TenderFlow
import TenderModel

/// An application that has the reader do something besides payments: read a card, restart, or install an update.
struct ReaderCaller: Hashable {
    /// What it wants of the reader.
    enum Wish: String, Hashable, CaseIterable { case data, restart, update }

    let wish: Wish
    let busy: BusyPolicy
    /// How often it still asks.
    private var requests: Int
    private var count = 0
    private(set) var isOwed = false
    /// Whether the reader has done it since it was asked.
    private var isDone = false
    /// What it was told that is not so.
    private(set) var violation: String?

    init(_ wish: Wish, _ busy: BusyPolicy = .queue, requests: Int = 2) {
        self.wish = wish
        self.busy = busy
        self.requests = requests
    }

    /// The newest command.
    var current: CommandID { 980 + count }

    var mayAsk: Bool { !isOwed && requests > 0 }

    mutating func ask() -> (CommandID, TerminalMachine.Command) {
        requests -= 1
        count = count % 2 + 1
        (isOwed, isDone) = (true, false)
        switch wish {
        case .data: return (current, .collectData(CollectDataConfiguration(.nfcUid), busy))
        case .restart: return (current, .reboot)
        case .update: return (current, .installUpdate)
        }
    }

    /// Notes that the reader does it now.
    mutating func happened() { isDone = true }

    /// Takes an answer; returns whether it was waiting for one under this command.
    mutating func take(_ answer: TerminalMachine.Answer, to id: CommandID) -> Bool {
        guard isOwed, id == current else { return false }
        isOwed = false
        switch answer {
        case .made, .done, .updated(.some): if !isDone { violation = "\(wish) is told done and is not" }
        // What was read of a card may be dropped, but a restart or an update that happened is told as one.
        default: if isDone, wish != .data { violation = "\(wish) is done, and told as \(answer)" }
        }
        return true
    }

    /// Continues in another process, which does not know what the reader was asked for.
    mutating func restart() { (isOwed, isDone) = (false, false) }
}
