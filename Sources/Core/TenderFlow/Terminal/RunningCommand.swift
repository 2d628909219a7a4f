import TenderModel

/// A command that was not answered yet.
struct RunningCommand: Hashable, Sendable, Codable {
    let id: CommandID
    var command: TerminalMachine.Command
    /// A key that nobody has used, in case it needs one.
    let freshKey: String
    var stage = Stage.preparing
    /// How it was asked to stop before it had reached its payment.
    var stop: CancelMode?
    /// Who waits for the answer to that.
    var stoppers: [CommandID] = []
    /// Who asked for the same at the same time, and means the same one.
    var joined: [CommandID] = []
    /// The request that read its intent, which is not the application's.
    var readBy: Int?

    /// How far it is.
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
        /// It waits for the forwarder.
        case forwarder
        /// It waits until something is over.
        case waiting
    }

    /// Where the shell finds the intent that it is about.
    var source: TerminalMachine.IntentSource { readBy.map { .request($0) } ?? .command(id) }

    /// Whether it has reached no payment yet.
    var isPreparing: Bool { stage == .preparing || stage == .stoppingOther }
}
