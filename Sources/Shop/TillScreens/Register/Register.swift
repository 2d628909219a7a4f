public import TenderSale

/// The core of a till: sales, payments, parked tickets, refunds and counts.
///
/// Pure. Whatever depends on an event happens once the event is durable; until then everything else waits in line, so
/// that each step finds the till as the step before left it. A payment's ticket is saved before its event is written,
/// and the card is charged after it: a payment without an event was never begun.
public struct Register: Hashable, Sendable {
    /// The setup, constant while a ticket is open.
    public internal(set) var setup: RegisterSetup
    /// The recorded events, folded.
    public internal(set) var book: ShopBook
    /// The person who is signed in.
    public internal(set) var person: RegisterPerson?
    /// The open ticket.
    public internal(set) var ticket: Ticket?
    /// The parked tickets, in the order they were parked.
    public internal(set) var parked: [Ticket] = []
    /// The line that commands without a number refer to; `nil` without lines.
    public internal(set) var selectedLine: Int?
    /// Why no new ticket is begun; `nil` if one may be.
    public internal(set) var sellingStop: SellingStop?
    /// The question that people must answer.
    public internal(set) var question: RegisterQuestion?

    var request: RegisterRequest?
    var recording: RegisterRecording?
    var waiting: [Waiting] = []
    var nextID = 1
    var ticketTimes: [Int: Int64] = [:]
    /// The times when payments of open tickets were begun.
    public internal(set) var legTimes: [String: Int64] = [:]
    var hasBegun = false

    struct Waiting: Hashable, Sendable {
        let input: RegisterEvent
        let time: Int64
    }

    /// The most inputs that wait while an event is written; news about cards always may.
    static let mostWaiting = 1000
    /// The largest sum that is counted or moved: sums of many of them still fit.
    static let mostMoney: Int64 = 1_000_000_000_000

    /// Creates a till that has sold nothing.
    public init(_ setup: RegisterSetup) {
        self.setup = setup
        book = ShopBook(currency: setup.catalogue.currency)
    }

    /// Whether an event is being written.
    public var isRecording: Bool { recording != nil }

    /// Whether the saving of a card is about to begin: its event is being written, or is next.
    public var isBeginningSaving: Bool {
        if case .told(.savingCard)? = recording?.next { return true }
        return waiting.contains { if case .saveCard = $0.input { true } else { false } }
    }

    /// The card legs of open tickets, and their refunds, whose outcome is unknown.
    public var unknownLegs: [String] {
        ((ticket.map { [$0] } ?? []) + parked).flatMap(\.legs).compactMap { leg in
            switch leg.state {
            case .unknown: leg.id
            case .refunding: Self.refund(ofPayment: leg.id)
            default: nil
            }
        }
    }

    /// The offline card legs of open tickets, which an issuer may have decided since.
    public var offlineLegs: [String] {
        ((ticket.map { [$0] } ?? []) + parked).flatMap { $0.legs.filter { $0.state == .offline }.map(\.id) }
    }

    /// Handles an input.
    ///
    /// - Parameters:
    ///   - input: What happened.
    ///   - time: When, in milliseconds since 1970, UTC.
    /// - Returns: The actions, in the order to carry them out.
    public mutating func handle(_ input: RegisterEvent, at time: Int64) -> [RegisterAction] {
        switch input {
        case .recorded(let id): return settle(id, time) + drain()
        case .recordFailed(let id, let why):
            return fail(id, isFinishing ? .notBooked(why) : .notRecorded(why)) + drain()
        case .diskFull(let id): return fail(id, .diskFull(isPaid: isFinishing)) + drain()
        default: return recording == nil ? process(input, time) : wait(input, time)
        }
    }

    /// Whether the event being written ends a ticket: its payments stand, booked or not.
    private var isFinishing: Bool {
        guard case .finished? = recording?.next else { return false }
        return true
    }

    private mutating func wait(_ input: RegisterEvent, _ time: Int64) -> [RegisterAction] {
        switch input {
        case .leg, .orphanKept:
            waiting.append(Waiting(input: input, time: time))
            return []
        default: break
        }
        guard waiting.count < Self.mostWaiting else { return [Self.refused(input, .busy)] }
        waiting.append(Waiting(input: input, time: time))
        return []
    }

    private mutating func drain() -> [RegisterAction] {
        var actions: [RegisterAction] = []
        while recording == nil, !waiting.isEmpty {
            let next = waiting.removeFirst()
            actions += process(next.input, next.time)
        }
        return actions
    }

    private mutating func process(_ input: RegisterEvent, _ time: Int64) -> [RegisterAction] {
        do throws(RegisterRefusal) {
            return try take(input, time)
        } catch {
            return [Self.refused(input, error)]
        }
    }

    /// Returns the report of a refusal; for a scan it has the code, since nobody looks at the screen.
    private static func refused(_ input: RegisterEvent, _ why: RegisterRefusal) -> RegisterAction {
        if case .scanned(let code, _) = input { return .tell(.notSold(code: code, why)) }
        return .tell(.refused(why))
    }

    /// Runs a step that leaves the register unchanged when it is refused, and reports why.
    mutating func told(_ body: (inout Register) throws(RegisterRefusal) -> [RegisterAction]) -> [RegisterAction] {
        do throws(RegisterRefusal) {
            return try body(&self)
        } catch {
            return [.tell(.refused(error))]
        }
    }

    private mutating func take(_ input: RegisterEvent, _ time: Int64) throws(RegisterRefusal) -> [RegisterAction] {
        if case .restored(let tickets, let events) = input { return try restore(tickets, events) }
        hasBegun = true
        switch input {
        case .leg(let id, let outcome): return try learn(id, outcome, time)
        case .orphanKept(let intentID): return try keep(orphan: intentID, time)
        case .reason(let code, let text): return try answer(code, text, time)
        case .price(let amount): return try answer(price: amount)
        case .allowed(let id): return try allow(id, time)
        case .command(.plain(.clear)): return clear()
        case .signOut, .command(.plain(.signOut)): return try signOut(time)
        case .signIn(let id): return try signIn(id, time)
        default: break
        }
        guard question == nil else { throw .answerFirst }
        guard person != nil else { throw .nobodySignedIn }
        switch input {
        case .command(let command): return try perform(command, time)
        case .scanned(let code, let quantity): return try sell(code, quantity)
        case .openShift(let float, let date):
            try expectSmall([float.total])
            return try request(.openShift(float, date), .openShift, time)
        case .endShift:
            try admitEnd()
            return try request(.endShift, .closeShift, time)
        case .closeShift(let counted, let unresolved):
            try expectSmall([counted.total])
            try expectCount(counted)
            return try request(.closeShift(counted, unresolved), .closeShift, time)
        case .refund(let what):
            _ = try plan(what)
            return try request(.refund(what), what.extent == .void ? .voidSale : .refund, time)
        case .accept(let leg, let reference):
            return try request(.accept(leg: leg, reference: reference), .acceptUnknown, time)
        case .acknowledgeLoss(let leg): return try requestLoss(leg, time)
        case .refundOrphan(let orphan): return try requestOrphan(orphan, time)
        case .saveCard(let owner, let consent):
            let begun = event(.cardSavingStarted(customer: owner.id, allowRedisplay: consent), time)
            let saving = CardSaving(id: begun.id, owner: owner, consent: consent)
            return try record(begun, then: .told(.savingCard(saving)))
        default: throw .notHere
        }
    }
}
