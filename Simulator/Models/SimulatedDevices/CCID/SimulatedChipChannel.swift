public import SimulatedCard
public import TenderBytes
public import TenderEMV
public import TenderReaders

/// A chip that computes, in this process, with a customer at a PIN pad: no reader is between it and the kernel.
public final class SimulatedChipChannel: ChipChannel {
    private let state: Guarded<ChipCard>
    private let customer: SimulatedCCIDModel.Customer?

    /// Puts a card in.
    ///
    /// - Parameter customer: The customer at the PIN pad; `nil` without a pad.
    public init(_ card: ChipCard, customer: SimulatedCCIDModel.Customer? = nil) {
        state = Guarded(card)
        self.customer = customer
    }

    /// The card as it is now.
    public var card: ChipCard { state.withLock { $0 } }

    /// The pad makes VERIFY by itself.
    public var pinPad: ContactTransaction.PINPad { customer == nil ? [] : .verifiesOnReader }

    /// The card never leaves by itself.
    public func isCardPresent() async throws(ChipChannelError) -> Bool { true }

    /// Resets the card, cold and warm alike.
    public func powerOn(_ reset: ChipReset) async throws(ChipChannelError) -> ATR {
        ATR(state.withLock { $0.powerOn() })
    }

    /// Has the card execute a command.
    public func transmit(_ command: SecretBytes) async throws(ChipChannelError) -> SecretBytes {
        guard !Task.isCancelled else { throw .canceled }
        let bytes = command.withUnsafeBytes { [UInt8]($0) }
        switch state.withLock({ $0.exchange(bytes) }) {
        case .bytes(let answer): return SecretBytes(answer)
        case .silence: throw .cardFailed("The card does not answer.")
        case .removed: throw .cardRemoved
        }
    }

    /// Plays the customer: one who walks away enters nothing until the caller gives up.
    public func enterPIN(_ template: [UInt8], seconds: Int) async throws(ChipChannelError) -> PadEntry {
        switch customer {
        case .enters(let digits): return try await enter(digits, in: template)
        case .knowsPIN: return try await enter(card.pinDigits, in: template)
        case .cancels: return .canceled
        case .leaves, .acts:
            for await _ in AsyncStream<Never>.makeStream().stream {}
            throw .canceled
        case nil: throw .readerFailed("There is no PIN pad.")
        }
    }

    private func enter(_ digits: String, in template: [UInt8]) async throws(ChipChannelError) -> PadEntry {
        let answer = try await transmit(SecretBytes(template.prefix(5) + SimulatedChip.block(digits)))
        let status = answer.withUnsafeBytes { $0.suffix(2).reduce(UInt16(0)) { $0 << 8 | UInt16($1) } }
        return .answered(status)
    }

    /// Does nothing: the next reset begins anew.
    public func powerOff() async {}
}
