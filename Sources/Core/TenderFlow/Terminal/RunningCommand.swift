import TenderModel

/// A command that has not been answered yet.
struct RunningCommand: Hashable, Sendable, Codable {
    let id: CommandID
    var command: TerminalMachine.Command
    /// An unused key, in case the command needs one.
    let freshKey: String
    var stage = Stage.preparing
    /// The mode in which it was asked to stop before it had reached its payment.
    var stop: CancelMode?
    /// The commands that wait for the answer to that.
    var stoppers: [CommandID] = []
    /// The commands that asked for the same thing at the same time, and mean the same one.
    var joined: [CommandID] = []
    /// The request that read its intent, if the intent is not the application's.
    var readBy: Int?
    /// The rule by which it finishes a hold, once that is recorded.
    var rule: HoldRule?

    /// The progress of the command.
    enum Stage: Hashable, Sendable, Codable {
        /// It waits for its turn at the reader.
        case inLine
        /// What it needs to know is being read.
        case preparing
        /// It waits until another command on its payment has stopped.
        case stoppingOther
        /// It waits for its payment.
        case payment(Int)
        /// It waits for a request.
        case request(Int)
        /// It waits for the customer's consent on the reader.
        case consent(Errand)
        /// It waits for a card that does not pay, or for an update of the reader.
        case working
        /// It waits until the reader accepts a restart.
        case rebooting(TerminalMachine.Rebooting)
        /// It waits for the forwarder.
        case forwarder
        /// It waits until something is over.
        case waiting
    }

    /// The place where the shell finds the command's intent.
    var source: TerminalMachine.IntentSource { readBy.map { .request($0) } ?? .command(id) }

    /// Whether it has not reached a payment yet.
    var isPreparing: Bool { stage == .preparing || stage == .stoppingOther }
}
