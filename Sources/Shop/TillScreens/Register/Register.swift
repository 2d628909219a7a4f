public import TenderSale

/// The core of a till: what is sold, paid, parked, given back and counted.
///
/// Pure. What depends on an event happens once the event is durable; until then everything else waits in line, so
/// that each step finds the till as the step before left it. A payment's ticket is kept before its event is written,
/// and the card is charged after it: a payment without an event was never begun.
public struct Register: Hashable, Sendable {
    /// What does not change.
    public let setup: RegisterSetup
    /// The recorded events, folded.
    public internal(set) var book: ShopBook
    /// Who is signed in.
    public internal(set) var person: RegisterPerson?
    /// The ticket that is worked on.
    public internal(set) var ticket: Ticket?
    /// The tickets that were put aside, in that order.
    public internal(set) var parked: [Ticket] = []
    /// The line that commands without a number mean; nil without lines.
    public internal(set) var selectedLine: Int?
    /// What the register waits for from people.
    public internal(set) var question: RegisterQuestion?

    var request: RegisterRequest?
    var recording: RegisterRecording?
    var waiting: [Waiting] = []
    var nextID = 1
    var ticketTimes: [Int: Int64] = [:]
    /// When the payments of open tickets were begun.
    public internal(set) var legTimes: [String: Int64] = [:]
    var hasBegun = false

    struct Waiting: Hashable, Sendable {
        let input: RegisterInput
        let time: Int64
    }

    /// How many inputs may wait while an event is written; what was learned about cards always may.
    static let mostWaiting = 1000
    /// The largest sum that is counted, or moved in or out: sums of many of them still fit.
    static let mostMoney: Int64 = 1_000_000_000_000

    /// Begins a till that has sold nothing.
    public init(_ setup: RegisterSetup) {
        self.setup = setup
        book = ShopBook(currency: setup.catalogue.currency)
    }

    /// Whether an event is being written.
    public var isRecording: Bool { recording != nil }

    /// The card legs of open tickets, and the refunds of such, whose outcome nobody knows.
    public var unknownLegs: [String] {
        ((ticket.map { [$0] } ?? []) + parked).flatMap(\.legs).compactMap { leg in
            switch leg.state {
            case .unknown: leg.id
            case .givingBack: Self.refund(ofPayment: leg.id)
            default: nil
            }
        }
    }

    /// The card legs of open tickets that are stored offline, and of which an issuer may have decided since.
    public var offlineLegs: [String] {
        ((ticket.map { [$0] } ?? []) + parked).flatMap { $0.legs.filter { $0.state == .offline }.map(\.id) }
    }

    /// Takes an input.
    ///
    /// - Parameters:
    ///   - input: What happened.
    ///   - time: When, in milliseconds since 1970, UTC.
    /// - Returns: What is to be done, in this order.
    public mutating func handle(_ input: RegisterInput, at time: Int64) -> [RegisterEffect] {
        switch input {
        case .recorded(let id): return settle(id, time) + drain()
        case .recordFailed(let id, let why):
            return fail(id, isFinishing ? .notBooked(why) : .notRecorded(why)) + drain()
        case .diskFull(let id): return fail(id, .diskFull(isPaid: isFinishing)) + drain()
        default: return recording == nil ? process(input, time) : wait(input, time)
        }
    }

    /// Whether what is being written ends a ticket: its payments stand, booked or not.
    private var isFinishing: Bool {
        guard case .finished? = recording?.next else { return false }
        return true
    }

    private mutating func wait(_ input: RegisterInput, _ time: Int64) -> [RegisterEffect] {
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

    private mutating func drain() -> [RegisterEffect] {
        var effects: [RegisterEffect] = []
        while recording == nil, !waiting.isEmpty {
            let next = waiting.removeFirst()
            effects += process(next.input, next.time)
        }
        return effects
    }

    private mutating func process(_ input: RegisterInput, _ time: Int64) -> [RegisterEffect] {
        do throws(RegisterRefusal) {
            return try take(input, time)
        } catch {
            return [Self.refused(input, error)]
        }
    }

    /// What tells that nothing was done: of a scan with its code, since nobody looks at the screen.
    private static func refused(_ input: RegisterInput, _ why: RegisterRefusal) -> RegisterEffect {
        if case .scanned(let code, _) = input { return .tell(.notSold(code: code, why)) }
        return .tell(.refused(why))
    }

    /// Does something that leaves the register as it was when it is refused, and tells why.
    mutating func told(_ body: (inout Register) throws(RegisterRefusal) -> [RegisterEffect]) -> [RegisterEffect] {
        do throws(RegisterRefusal) {
            return try body(&self)
        } catch {
            return [.tell(.refused(error))]
        }
    }

    private mutating func take(_ input: RegisterInput, _ time: Int64) throws(RegisterRefusal) -> [RegisterEffect] {
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
        case .takeBack(let what):
            _ = try plan(what)
            return try request(.takeBack(what), what.extent == .void ? .voidSale : .refund, time)
        case .accept(let leg, let reference):
            return try request(.accept(leg: leg, reference: reference), .acceptUnknown, time)
        case .acknowledgeLoss(let leg): return try requestLoss(leg, time)
        case .giveBackOrphan(let orphan): return try requestOrphan(orphan, time)
        default: throw .notHere
        }
    }
}
