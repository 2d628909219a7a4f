public import SimulatedCard
import TenderBytes
public import TenderEMV
public import TenderReaders

/// A chip that computes, in this process, with a customer at a PIN pad: no reader is between it and the kernel.
public final class SimulatedChipChannel: ChipChannel {
    /// The end of a request.
    public typealias End = @Sendable (Result<ChipReply, ChipChannelError>) -> Void

    private struct State {
        var card: ChipCard
        var lastID = 0
        /// The entry of a PIN that nobody makes, and who waits for the card to move, until the caller gives up.
        var waiting: [Int: (isForMove: Bool, ended: End)] = [:]
        var presence = ChipPresence.present(insertion: 1)
        var insertions = 1

        /// Moves the card, and returns whoever waited for that.
        mutating func move(isIn: Bool) -> [End] {
            guard presence.isPresent != isIn else { return [] }
            if isIn { insertions += 1 }
            presence = isIn ? .present(insertion: insertions) : .absent
            defer { waiting = waiting.filter { !$0.value.isForMove } }
            return waiting.values.filter(\.isForMove).map(\.ended)
        }

        mutating func wait(forMove isForMove: Bool, _ ended: @escaping End) -> Int {
            lastID += 1
            waiting[lastID] = (isForMove, ended)
            return lastID
        }
    }

    private let state: Guarded<State>
    private let customer: SimulatedCCIDModel.Customer?

    /// Puts a card in.
    ///
    /// - Parameter customer: The customer at the PIN pad; `nil` without a pad.
    public init(_ card: ChipCard, customer: SimulatedCCIDModel.Customer? = nil) {
        state = Guarded(State(card: card))
        self.customer = customer
    }

    /// Puts the card in, or takes it out, between two transactions.
    public func move(isIn: Bool) {
        let (presence, waiting) = state.withLock { state in
            let waiting = state.move(isIn: isIn)
            return (state.presence, waiting)
        }
        for ended in waiting { ended(.success(.presence(presence))) }
    }

    /// The card as it is now.
    public var card: ChipCard { state.withLock { $0.card } }

    /// The pad makes VERIFY by itself.
    public var pinPad: ContactTransaction.PINPad { customer == nil ? [] : .verifiesOnReader }

    /// Answers at once, and plays the customer: one who walks away enters nothing until the caller gives up.
    ///
    /// The card moves by `move` only, and is reset the same way cold and warm.
    public func begin(_ request: ChipRequest, ended: @escaping End) -> Int {
        switch request {
        case .powerOff: ended(.success(.off))
        case .powerOn: ended(.success(.reset(ATR(state.withLock { $0.card.powerOn() }))))
        case .presence(let known): return tell(after: known, ended)
        case .transmit(let command): ended(exchange(command).map { .answer($0) })
        case .enterPIN(let template, _):
            switch customer {
            case .leaves, .acts: return state.withLock { $0.wait(forMove: false, ended) }
            case .enters, .knowsPIN, .cancels, nil: ended(enterPIN(template))
            }
        }
        return 0
    }

    /// Ends the entry of a PIN that nobody makes, or the wait for the card; everything else has been answered.
    public func cancel(_ request: Int) {
        state.withLock { $0.waiting.removeValue(forKey: request) }?.ended(.failure(.canceled))
    }

    private func tell(after known: ChipPresence?, _ ended: @escaping End) -> Int {
        let (presence, id) = state.withLock { state in
            (state.presence, state.presence == known ? state.wait(forMove: true, ended) : nil)
        }
        if id == nil { ended(.success(.presence(presence))) }
        return id ?? 0
    }

    private func exchange(_ command: SecretBytes) -> Result<SecretBytes, ChipChannelError> {
        let bytes = command.withUnsafeBytes { [UInt8]($0) }
        return switch state.withLock({ $0.card.exchange(bytes) }) {
        case .bytes(let answer): .success(SecretBytes(answer))
        case .silence: .failure(.cardFailed("The card does not answer."))
        case .removed: .failure(.cardRemoved)
        }
    }

    private func enterPIN(_ template: [UInt8]) -> Result<ChipReply, ChipChannelError> {
        switch customer {
        case .enters(let digits): enter(digits, in: template)
        case .knowsPIN: enter(card.pinDigits, in: template)
        case .cancels: .success(.pad(.canceled))
        case .leaves, .acts, nil: .failure(.readerFailed("There is no PIN pad."))
        }
    }

    private func enter(_ digits: String, in template: [UInt8]) -> Result<ChipReply, ChipChannelError> {
        exchange(SecretBytes(template.prefix(5) + SimulatedChip.block(digits))).map { answer in
            .pad(.answered(answer.withUnsafeBytes { $0.suffix(2).reduce(UInt16(0)) { $0 << 8 | UInt16($1) } }))
        }
    }
}
