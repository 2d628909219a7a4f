public import TenderEMV

extension ChipChannel {
    /// Powers a card as EMV wants it: cold, once more warm if the answer to reset is not acceptable, and then no more
    /// (EMV Book 1, 6.1.3.2, 6.1.3.3 and 8 [check]).
    ///
    /// - Throws: `.cardFailed` for a card that EMV does not accept, which is powered off.
    public func activate() async throws(ChipChannelError) -> ATR {
        for reset in [ChipReset.cold, .warm] {
            if let answer = try await acceptableAnswer(to: reset) { return answer }
        }
        await powerOff()
        throw .cardFailed("EMV does not accept the card's answer to reset.")
    }

    private func acceptableAnswer(to reset: ChipReset) async throws(ChipChannelError) -> ATR? {
        do throws(ChipChannelError) {
            let answer = try await powerOn(reset)
            return answer.emvFaults(afterWarmReset: reset == .warm).isEmpty ? answer : nil
        } catch {
            guard case .cardFailed = error else { throw error }
            return nil
        }
    }
}
