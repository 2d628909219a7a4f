import TenderFlow
import TenderModel

/// A person who wants money to move until told that it did, and the gateway's ledger of it.
struct TerminalMoney: Hashable {
    /// The person's wish.
    enum Wish: Hashable { case refund, refundAtReader, call, setup }

    static let payment = "pi_0"
    /// What the world calls the card that a refund is made to.
    static let card = "refund"
    static let refund = RefundParameters(
        paymentIntent: payment, amount: Amount(minorUnits: 400, currency: .eur))
    static let call = MoneyCall(
        .transfer, subject: "acct_1", amount: Amount(minorUnits: 400, currency: .eur))

    /// Returns the saving of a card with the nth SetupIntent; one that was canceled is followed by another.
    static func setup(_ number: Int) -> CardSetup {
        CardSetup(setupIntent: "seti_\(number)", customer: "cus_1", allowRedisplay: .always)
    }

    let wish: Wish
    /// The number of wishes, and the most requests for them.
    let wanted: Int
    /// The results by key, and those that the person was told about.
    private(set) var made: [String] = []
    private(set) var told: [String] = []
    private(set) var count = 0
    private(set) var isOwed = false
    /// How many SetupIntents were canceled, and what was declined under its key.
    private(set) var canceled = 0
    private(set) var declined: [String] = []
    /// How often it was told that nobody knows, at most twice: without its card a refund at the reader is only looked for.
    private(set) var unknowns = 0

    init(_ wish: Wish, wanted: Int = 1) {
        self.wish = wish
        self.wanted = wanted
    }

    var current: CommandID { 900 + count }

    var mayAsk: Bool { !isOwed && told.count < wanted && !(isLeftToAPerson && unknowns > 1) }

    var isSatisfied: Bool { told.count == wanted }

    mutating func ask() -> (CommandID, TerminalMachine.Command) {
        count = count % 2 + 1
        isOwed = true
        switch wish {
        case .refund: return (current, .refund(Self.refund))
        case .refundAtReader:
            return (current, .present(.refund(Self.refund), .init(confirmsAtOnce: true), .queue))
        case .call: return (current, .perform(Self.call, key: nil))
        case .setup:
            return (current, .present(.setup(Self.setup(canceled)), .init(confirmsAtOnce: true), .queue))
        }
    }

    /// Whether nothing disproves a refund whose card is gone, and that nobody finds: a person decides.
    var isLeftToAPerson: Bool { wish == .refundAtReader && unknowns > 0 && made == told }

    /// Whether only an earlier process wanted it.
    var isUnwanted: Bool { wanted == 0 }

    mutating func restart() { isOwed = false }

    /// Takes the answer; returns what is wrong with it, given what may still be made.
    mutating func take(_ answer: TerminalMachine.Answer, underWay: [String]) -> String? {
        isOwed = false
        switch answer {
        case .made(_, let key?), .madeBefore(_, _, let key): return tell(key.rawValue)
        case .notMade(.notExecuted, _, _, let key?), .notMade(.journalUnavailable, _, _, let key?):
            let isHarmless = declined.contains(key.rawValue)
            let mayBe = made.contains(key.rawValue) || underWay.contains(key.rawValue) && !isHarmless
            return mayBe ? "told as not made, and it was or may be" : nil
        case .unknown:
            if wish == .refundAtReader { unknowns = min(unknowns + 1, 2) }
            return nil
        case .notCollected where wish.presentsCard: return nil
        case .notMade, .refused: return nil
        default: return "\(answer) to a wish for money"
        }
    }

    private mutating func tell(_ key: String) -> String? {
        guard made.contains(key) else { return "told as made, and it was not" }
        if !told.contains(key) { told = (told + [key]).sorted() }
        return nil
    }

    /// Executes a request at the gateway, once for each key.
    mutating func execute(
        _ request: TerminalMachine.SingleRequest, issuerApproves: Bool = true
    ) -> TerminalMachine.RequestReply {
        switch request {
        case .setup(let setup, let key, _): return save(setup, key.rawValue, issuerApproves)
        case .readSetup(let id, _): return TerminalMachine.RequestReply(.succeeded, facts(id), network: .online)
        case .cancelSetup(let id, _):
            guard isOpen(setupIntent: id), made.isEmpty else {
                return TerminalMachine.RequestReply(.refused, facts(id), network: .online)
            }
            canceled += 1
            return TerminalMachine.RequestReply(.succeeded, facts(id), network: .online)
        case .refund(_, let key), .call(_, let key):
            if !made.contains(key.rawValue) { made = (made + [key.rawValue]).sorted() }
            return reply
        case .findRefund(_, let key), .findCall(_, let key, _, _):
            guard made.contains(key.rawValue) else {
                return TerminalMachine.RequestReply(.notFound, network: .online)
            }
            return reply
        case .create, .findCreated, .edit, .findEdit, .read, .list, .createSetup:
            return TerminalMachine.RequestReply(.refused, network: .online)
        }
    }

    /// Saves a card, once for each SetupIntent; a decline stays one under its key.
    private mutating func save(_ setup: CardSetup, _ key: String, _ approves: Bool) -> TerminalMachine.RequestReply {
        let isOpen = isOpen(setupIntent: setup.setupIntent)
        if made.contains(key) || !isOpen || !made.isEmpty {
            return TerminalMachine.RequestReply(
                made.contains(key) ? .succeeded : .refused, facts(setup.setupIntent), network: .online)
        }
        if declined.contains(key) || !approves {
            if !declined.contains(key) { declined = (declined + [key]).sorted() }
            return TerminalMachine.RequestReply(.declined, facts(setup.setupIntent), network: .online)
        }
        made = [key]
        return TerminalMachine.RequestReply(.succeeded, facts(setup.setupIntent), network: .online)
    }

    private func facts(_ id: String) -> TerminalMachine.Made {
        let isOpen = isOpen(setupIntent: id)
        return .setup(
            SetupFacts(
                id: id, status: isOpen ? (made.isEmpty ? .requiresPaymentMethod : .succeeded) : .canceled,
                generatedCard: isOpen && !made.isEmpty ? "pm_1" : nil))
    }

    /// Returns whether the SetupIntent is not canceled.
    func isOpen(setupIntent id: String) -> Bool { id == Self.setup(canceled).setupIntent }

    private var reply: TerminalMachine.RequestReply {
        let made: TerminalMachine.Made = wish == .call ? .object("tr_1") : .refund("re_1", .succeeded)
        return TerminalMachine.RequestReply(.succeeded, made, network: .online)
    }

    /// Whether more was made than anybody wanted, now or before.
    var violation: String? {
        made.count > max(wanted, 1) || made.count > told.count + 1 ? "\(made.count) were made, \(told.count) told" : nil
    }
}

extension TerminalMoney.Wish {
    /// Whether a card is presented for it at the reader.
    var presentsCard: Bool { self == .refundAtReader || self == .setup }
}
