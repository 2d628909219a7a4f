import TenderFlow
import TenderModel

/// The SetupIntents that a gateway has made for a stored card, and the cards that were saved with them.
struct StoredSetups: Hashable {
    private struct Setup: Hashable {
        var key: IdempotencyKey
        var status = SetupIntentStatus.requiresPaymentMethod
        /// The key under which the card was saved, and the last one under which it was declined.
        var savedUnder: IdempotencyKey?
        var declinedUnder: IdempotencyKey?
        var canceledUnder: IdempotencyKey?
    }

    /// Whether a record could not be written, so that what was told may still be listed.
    var hasLostRecord = false
    private var setups: [Setup] = []
    private var saved = 0
    /// The body that was sent under each key.
    private var bodies: [IdempotencyKey: TerminalMachine.SingleRequest] = [:]
    private(set) var fault: String?

    /// Executes a request once for each key, and answers as the gateway does.
    mutating func execute(
        _ request: TerminalMachine.SingleRequest, issuerApproves: Bool
    ) -> TerminalMachine.RequestReply {
        switch request {
        case .createSetup(_, let key):
            check(request, key)
            let index = setups.firstIndex { $0.key == key } ?? setups.endIndex
            if index == setups.endIndex { setups.append(Setup(key: key)) }
            // A repeated answer is the first one, whatever became of the intent.
            let facts = SetupFacts(id: Self.id(index), status: .requiresPaymentMethod)
            return TerminalMachine.RequestReply(.succeeded, .setup(facts), network: .online)
        case .setup(let wish, let key, _):
            check(.setup(wish, key, nil), key)
            return index(of: wish.setupIntent).map { save(at: $0, key, issuerApproves) } ?? Self.missing
        case .readSetup(let id, _): return index(of: id).map { reply(.succeeded, $0) } ?? Self.missing
        case .cancelSetup(let id, let key): return index(of: id).map { cancel(at: $0, key) } ?? Self.missing
        default: return Self.missing
        }
    }

    /// Checks that there is one body for each key, and that it is what was stored.
    private mutating func check(_ request: TerminalMachine.SingleRequest, _ key: IdempotencyKey) {
        let isOfWish =
            switch request {
            case .createSetup(let parameters, _): parameters.customer == StoredSetupTill.wish.parameters.customer
            case .setup(let setup, _, _): setup == StoredSetupTill.wish.setup(as: setup.setupIntent)
            default: false
            }
        if !isOfWish { fault = "\(request) is not what was stored" }
        if bodies.updateValue(request, forKey: key).map({ $0 != request }) == true { fault = "two bodies under \(key)" }
    }

    private func index(of id: String) -> Int? { setups.indices.first { Self.id($0) == id } }

    private mutating func save(at index: Int, _ key: IdempotencyKey, _ approves: Bool) -> TerminalMachine.RequestReply {
        if setups[index].savedUnder == key { return reply(.succeeded, index) }
        if setups[index].declinedUnder == key { return declined(index) }
        guard setups[index].status == .requiresPaymentMethod else { return refused(index) }
        guard approves else {
            setups[index].declinedUnder = key
            return declined(index)
        }
        setups[index].savedUnder = key
        setups[index].status = .succeeded
        saved += 1
        return reply(.succeeded, index)
    }

    private mutating func cancel(at index: Int, _ key: IdempotencyKey) -> TerminalMachine.RequestReply {
        if setups[index].status == .requiresPaymentMethod {
            (setups[index].status, setups[index].canceledUnder) = (.canceled, key)
        }
        return setups[index].canceledUnder == key ? reply(.succeeded, index) : refused(index)
    }

    private func reply(_ reply: RequestMachine.Reply, _ index: Int) -> TerminalMachine.RequestReply {
        let isSaved = setups[index].status == .succeeded
        let facts = SetupFacts(
            id: Self.id(index), status: setups[index].status, generatedCard: isSaved ? "pm_1" : nil)
        return TerminalMachine.RequestReply(reply, .setup(facts), network: .online)
    }

    private func declined(_ index: Int) -> TerminalMachine.RequestReply {
        var answer = reply(.declined, index)
        answer.failure = .declinedUnderKey(Decline(code: "card_declined"), nil)
        return answer
    }

    private func refused(_ index: Int) -> TerminalMachine.RequestReply {
        var answer = reply(.refused, index)
        answer.failure = .refused(.unexpectedState, nil)
        return answer
    }

    private static let missing = TerminalMachine.RequestReply(
        .missing, network: .online, failure: .refused(.notFound, nil))

    private static func id(_ index: Int) -> String { "seti_\(index + 1)" }

    /// A card is saved once, and told as it is.
    func violation(_ offline: OfflineHistory) -> String? {
        if saved > 1 { return "the stored card was saved \(saved) times" }
        if let quarantine = offline.quarantine, quarantine.reason != .unclaimed {
            return "the stored card was set aside for no reason"
        }
        return switch offline.result {
        case .saved?: saved == 0 ? "the stored card is told saved and is not" : nil
        case .declined?:
            saved > 0 || setups.allSatisfy { $0.declinedUnder == nil }
                ? "the stored card is told declined and is not" : nil
        case .approved?: "the stored card is told paid"
        case nil: nil
        }
    }
}
