import TenderBytes

@testable import TenderEMV

/// A contactless machine that is played to its end, and what it did on the way.
struct ContactlessPlay {
    private(set) var machine: ContactlessMachine
    private(set) var commands: [String] = []
    /// What the customer was told, asked, or looked up, in words.
    private(set) var asked: [String] = []
    private(set) var outcome: ContactlessOutcome?
    private(set) var fault: ContactFault?

    init?(
        _ configuration: ContactConfiguration?, _ transaction: ContactTransaction?,
        torn: TornTransactions = TornTransactions()
    ) {
        guard let configuration, let transaction,
            let machine = ContactlessMachine(
                configuration: configuration, transaction: transaction, tornTransactions: torn)
        else { return nil }
        self.machine = machine
    }

    /// Plays against whoever carries out an action and says what followed; `nil` if nothing did.
    mutating func run(_ carryOut: (ContactlessAction) -> ContactlessEvent?) {
        var events: [ContactlessEvent] = [.started]
        while !events.isEmpty, outcome == nil {
            let actions: [ContactlessAction]
            do throws(ContactFault) {
                actions = try machine.handle(events.removeFirst())
            } catch {
                fault = error
                return
            }
            for action in actions {
                note(action)
                if let event = carryOut(action) { events.append(event) }
            }
        }
    }

    private mutating func note(_ action: ContactlessAction) {
        switch action {
        case .transmit(let command): commands.append(Hex.encode(command.open).uppercased())
        case .drawRandom, .startTimer: break
        case .finish(let outcome): self.outcome = outcome
        case .awaitCard, .lookUp, .askPIN, .stopPIN: asked.append(action.words)
        }
    }

    /// The end, in words.
    var end: String { outcome?.words ?? fault.map { "fault \($0)" } ?? "waits" }
}

extension ContactlessAction {
    /// The question or the message in a word or a few.
    var words: String {
        switch self {
        case .awaitCard(let message): "\(message)"
        case .lookUp(let number, let sequence):
            "look up \(String(decoding: number.open, as: UTF8.self)) \(sequence.map(String.init) ?? "-")"
        case .askPIN: "pin"
        case .stopPIN: "stop pin"
        case .transmit, .drawRandom, .startTimer, .finish: ""
        }
    }
}

extension ContactlessOutcome {
    /// What a transaction gave; `nil` if it was ended before.
    var result: ContactResult? {
        switch self {
        case .onlineRequired(let result), .approvedOffline(let result), .declinedOffline(let result): result
        case .tryAnotherInterface, .ended: nil
        }
    }

    /// The outcome in a word or two, with verification results, status information and tag 9F34.
    var words: String {
        switch self {
        case .onlineRequired(let result): "online \(result.words)"
        case .approvedOffline(let result): "approved \(result.words)"
        case .declinedOffline(let result): "declined \(result.words)"
        case .tryAnotherInterface(let reason): "other interface \(reason.words)"
        case .ended(let reason): "ended \(reason.words)"
        }
    }
}

extension ContactlessReason {
    fileprivate var words: String { if case .general(let reason) = self { "\(reason)" } else { "\(self)" } }
}
