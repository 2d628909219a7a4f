import TenderEMV
import TenderFlow

extension CCIDMachine {
    /// A slot and what happens in it.
    struct Slot: Sendable {
        var presence: ChipPresence?
        /// The cards that were inserted, which does not count one that was in at first.
        var insertions = 0
        /// Who waits for the presence to change.
        var watching: [(id: Int, known: ChipPresence)] = []
        var card: Card?
        var waiting: [(id: Int, request: CCIDRequest)] = []
        var operation: Operation?
        var flight: Flight?
        var needsStatus = false
        var hasAnswered = false
        var hasJustLooked = false

        /// Whether no operation is in progress.
        var isIdle: Bool { operation == nil }
        /// Whether a message is out.
        var isOut: Bool { flight?.isHandedOut == true }
    }

    /// A card that is powered on.
    struct Card: Hashable, Sendable {
        var atr: ATR
        var parameters: CCIDCardParameters
        /// The block protocol, if the driver implements it.
        var link: T1Machine?
    }

    /// A message that is out, or waits to go out.
    struct Flight: Hashable, Sendable {
        var sequence: UInt8
        var command: CCIDCode.Command
        var timeout: Duration
        var isHandedOut = false
        var timer: Serial?
        var extensions = 0
        /// The timer that limits all extensions together, from the first one on.
        var limit: Serial?
        var strangers = 0
        var stalls = 0
        var abort: Abort?

        /// Forgets the timers, and returns those that run.
        mutating func takeTimers() -> (timer: Serial?, limit: Serial?) {
            defer { (timer, limit) = (nil, nil) }
            return (timer, limit)
        }
    }

    /// The abort of a command.
    struct Abort: Hashable, Sendable {
        var cause: CCIDError.Cause
        /// Whether the reader refused the abort, so that whatever arrives within a second is dropped.
        var isDraining = false
        /// The answer to the command itself, which arrived all the same.
        var late: CCIDAnswer?
    }

    /// The operation in progress in a slot.
    enum Operation: Hashable, Sendable {
        case status(Int?)
        case power(Powering)
        case powerOff(Int)
        case transmit(Int, Exchange)
        case pin(Int)
        case escape(Int)
        case clock(Int)

        var id: Int? {
            switch self {
            case .status(let id): id
            case .power(let powering): powering.id
            case .powerOff(let id), .transmit(let id, _), .pin(let id), .escape(let id), .clock(let id): id
            }
        }
    }

    /// The protocol in which a command is exchanged.
    enum Exchange: Hashable, Sendable {
        case whole(raw: Bool)
        case chained(ExtendedExchange)
        case characters(T0Exchange)
        case blocks
    }

    /// The operation that makes a card ready.
    struct Powering: Hashable, Sendable {
        enum Step: Hashable, Sendable {
            case off
            case on
            case modeEscape
            case proposal
            case parameters
            case announcement
        }

        var id: Int
        var step: Step
        var selections: [UInt8]
        var parameters: CCIDCardParameters?
        var hasTriedMode = false
        /// Whether to negotiate; after a failed negotiation the card is reset and used with its defaults.
        var negotiates = true
        var failure = CCIDError.cardMute
    }

    /// Ends the operation of a slot and answers its request.
    mutating func finish(_ index: Int, _ result: Result<CCIDReply, CCIDError>) {
        let id = slots[index].operation?.id
        // A card that could not be made ready accepts no commands.
        if case .power = slots[index].operation, case .failure = result { slots[index].card = nil }
        slots[index].operation = nil
        endFlight(index)
        // The first status query after a reset proves little.
        if case .success = result, phase == .running { resets = 0 }
        answer(id, result)
    }

    /// Stops the timers of a slot's message.
    mutating func stopTimers(_ index: Int) {
        guard let (timer, limit) = slots[index].flight?.takeTimers() else { return }
        stopTimer(timer)
        stopTimer(limit)
    }

    /// Ends the message that is out for a slot.
    mutating func endFlight(_ index: Int) {
        stopTimers(index)
        slots[index].flight = nil
        outbox.removeAll { $0.slot == index }
        for place in controls.indices where controls[place] == .abort(slot: index) {
            controls[place] = .abort(slot: -1)
        }
    }

    /// Ends the operation of a slot because something went wrong during the exchange.
    mutating func fail(_ index: Int, _ cause: CCIDError.Cause) {
        let error = outcome(index, cause)
        slots[index].card?.link?.breakOff()
        finish(index, .failure(error))
    }

    /// Returns the error for the caller, which depends on whether the card may have executed the command.
    func outcome(_ index: Int, _ cause: CCIDError.Cause) -> CCIDError {
        let wasOut = slots[index].flight?.isHandedOut ?? true
        let mayHaveRun: Bool =
            switch slots[index].operation {
            case .transmit(_, .whole): wasOut
            case .transmit(_, .chained(let exchange)): exchange.commandMayHaveRun && wasOut
            // After the first block, every further one only fetches the command's results.
            case .transmit(_, .characters(let exchange)): exchange.hasBegun || wasOut
            case .transmit(_, .blocks): slots[index].card?.link?.commandMayHaveRun ?? true
            case .pin: wasOut
            case .status, .power, .powerOff, .escape, .clock, nil: false
            }
        return mayHaveRun ? .unknownOutcome(cause) : .failed(cause)
    }

    /// Starts an operation.
    mutating func begin(_ index: Int, _ operation: Operation) {
        slots[index].operation = operation
        guard case .status = operation else { return }
        let first = slots[index].hasAnswered ? nil : plan.quirk?.firstAnswer
        send(index, CCIDMessage(.getSlotStatus), timeout: first ?? Self.readTimeout)
    }

    /// Starts a caller's request.
    mutating func start(_ index: Int, _ id: Int, _ request: CCIDRequest) {
        switch request {
        case .status: begin(index, .status(id))
        case .change(let known): watch(index, id, known)
        case .powerOn: powerOn(index, id)
        case .powerOff:
            begin(index, .powerOff(id))
            send(index, CCIDMessage(.iccPowerOff), timeout: Self.readTimeout)
        case .transmit(let command): transmit(index, id, command)
        case .exchange(let block): exchange(index, id, block)
        case .enterPIN(let request): enterPIN(index, id, request)
        case .escape(let data):
            guard policy.allowsEscape else {
                return answer(id, .failure(.refused("Vendor commands (Escape) are not allowed.")))
            }
            guard data.count <= plan.maximumData else { return answer(id, .failure(.refused(Self.tooLong))) }
            begin(index, .escape(id))
            send(index, CCIDMessage(.escape, data: data), timeout: Self.readTimeout)
        case .stopClock(let stops): stopClock(index, id, stops)
        }
    }

    static let tooLong = "The command is longer than the reader accepts."

    private mutating func stopClock(_ index: Int, _ id: Int, _ stops: Bool) {
        guard let card = slots[index].card else { return answer(id, .failure(withoutCard(index))) }
        let canStop = plan.descriptor.features & CCIDCode.Feature.stopsClock != 0
        guard !stops || (canStop && card.atr.clockStop != .notAllowed) else {
            return answer(id, .failure(.refused("The card or the reader does not let the clock stop.")))
        }
        begin(index, .clock(id))
        send(index, CCIDMessage(.iccClock, specific: (stops ? 1 : 0, 0, 0)), timeout: Self.readTimeout)
    }
}
