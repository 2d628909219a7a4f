import TenderBytes

@testable import TenderEMV

/// A machine that is played to its end, and what it did on the way.
struct ContactPlay {
    private(set) var machine: ContactMachine
    private(set) var commands: [String] = []
    /// What customers and devices were asked or told, in words.
    private(set) var asked: [String] = []
    private(set) var outcome: ContactOutcome?
    /// How the second half ended.
    private(set) var conclusion: ContactConclusion?
    private(set) var fault: ContactFault?
    private(set) var issuerData: [UInt8] = []

    /// The card's answer to a command, both in hexadecimal; `nil` if it does not answer.
    typealias Card = (_ command: String) -> String?
    /// The event that follows a question; `nil` if it has no answer.
    typealias Others = (_ question: String) -> ContactEvent?
    /// The event that follows a request to the issuer; `nil` if it is not asked.
    typealias Issuer = (_ request: ContactResult) -> ContactEvent?

    init?(_ configuration: ContactConfiguration, _ transaction: ContactTransaction?) {
        guard let transaction, let machine = ContactMachine(configuration: configuration, transaction: transaction)
        else { return nil }
        self.machine = machine
    }

    /// Plays until the end, a fault, or a question without an answer.
    mutating func run(
        random: (Int) -> [UInt8] = { [UInt8](repeating: 0x11, count: $0) }, others: Others = { _ in nil },
        issuer: Issuer = { _ in nil }, card: Card
    ) {
        run { _, action in
            switch action {
            case .transmit(let command):
                card(Hex.encode(command.open).uppercased()).map { .answered(SecretBytes(Hex.decode($0) ?? [])) }
                    ?? .cardFailed
            case .drawRandom(let count): .randomDrawn(SecretBytes(random(count)))
            case .finish(.onlineRequired(let result)) where !result.isCardDone: issuer(result)
            case .startTimer, .finish, .conclude: nil
            case .choose, .confirm, .sayTryAgain, .askPIN, .sayWrongPIN, .stopPIN, .lookUp: others(action.words)
            }
        }
    }

    /// Plays against whoever carries out an action and says what followed; `nil` if nothing did.
    mutating func run(_ carryOut: (inout ContactMachine, ContactAction) -> ContactEvent?) {
        var events: [ContactEvent] = [.started]
        while !events.isEmpty, !machine.isEnded {
            let actions: [ContactAction]
            do throws(ContactFault) {
                actions = try machine.handle(events.removeFirst())
            } catch {
                fault = error
                return
            }
            for action in actions {
                note(action)
                if let event = carryOut(&machine, action) { events.append(event) }
            }
        }
    }

    private mutating func note(_ action: ContactAction) {
        switch action {
        case .transmit(let command): commands.append(Hex.encode(command.open).uppercased())
        case .drawRandom, .startTimer: break
        case .conclude(let conclusion): self.conclusion = conclusion
        case .finish(let outcome):
            self.outcome = outcome
            issuerData = outcome.result?.issuerData.open ?? []
        case .choose, .confirm, .sayTryAgain, .askPIN, .sayWrongPIN, .stopPIN, .lookUp: asked.append(action.words)
        }
    }
}

extension ContactAction {
    /// The question in a word or a few.
    fileprivate var words: String {
        switch self {
        case .choose(let names): "choose " + names.map(\.words).joined(separator: ",")
        case .confirm(let name): "confirm " + name.words
        case .sayTryAgain: "try again"
        case .askPIN(let request): "pin \(request.words)"
        case .sayWrongPIN(let left): "wrong \(left)"
        case .stopPIN: "stop pin"
        case .lookUp(let number, let sequence):
            "look up \(String(decoding: number.open, as: UTF8.self)) \(sequence.map(String.init) ?? "-")"
        case .transmit, .drawRandom, .startTimer, .finish, .conclude: ""
        }
    }
}

extension ApplicationName {
    fileprivate var words: String {
        name.isEmpty ? Hex.encode(identifier).uppercased() : String(decoding: name, as: UTF8.self)
    }
}

extension PINRequest {
    fileprivate var words: String {
        let left = triesLeft.map { " \($0)" } ?? ""
        return switch purpose {
        case .verifyOnReader(let template): "reader \(Hex.encode(template).uppercased())\(left)"
        case .digits: "digits\(left)"
        case .issuer(let number): "issuer \(String(decoding: number.open, as: UTF8.self))\(left)"
        }
    }
}

extension ContactOutcome {
    /// What a transaction gave; `nil` if it was ended before.
    var result: ContactResult? {
        switch self {
        case .onlineRequired(let result), .approvedOffline(let result), .declinedOffline(let result): result
        case .tryAnotherInterface, .notAccepted, .cardBlocked, .terminated: nil
        }
    }

    /// The outcome in a word or two, with verification results, status information and tag 9F34.
    var words: String {
        switch self {
        case .onlineRequired(let result): "online \(result.words)"
        case .approvedOffline(let result): "approved \(result.words)"
        case .declinedOffline(let result): "declined \(result.words)"
        case .tryAnotherInterface(let reason): "other interface \(reason)"
        case .notAccepted(let reason): "not accepted \(reason)"
        case .cardBlocked: "blocked"
        case .terminated(let reason): "terminated \(reason)"
        }
    }
}

extension ContactConclusion {
    /// The verdict, with verification results, status information, and the results of scripts.
    var words: String {
        let bytes = [verificationResults.bytes, statusInformation.bytes] + scriptResults.map(\.bytes)
        return ([verdictWords] + bytes.map { Hex.encode($0).uppercased() }).joined(separator: " ")
    }

    var verdictWords: String {
        if case .terminated(let reason) = verdict { "terminated \(reason)" } else { "\(verdict)" }
    }
}

extension ContactResult {
    /// The results, and what the merchant must do or has.
    var words: String {
        [verificationResults.bytes, statusInformation.bytes, cardholderResults].map { Hex.encode($0).uppercased() }
            .joined(separator: " ") + (needsSignature ? " sign" : "") + (pin == nil ? "" : " pin")
    }
}
