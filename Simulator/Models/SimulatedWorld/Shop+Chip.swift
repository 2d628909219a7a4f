import SimulatedCard
import TenderFlow
import TenderModel

/// The customers whose cards have chips that compute.
extension Shop {
    /// Returns what a reader answers to a collection: a quarter of the cards that pay by contact pay with their chip.
    mutating func readChip(
        _ answer: Result<CollectedCard, ReaderError>, _ lane: Int
    ) -> Result<CollectedCard, ReaderError> {
        guard case .success(var read) = answer, read.card.readMethod == .contactEmv, lanes[lane].isPaying,
            plan.scenario.map(\.hasChip) ?? (SplitMix64.draw(plan.seed ^ 0xC41F, collections) % 4 == 0),
            let told = try? CardPayload.open(read.payload), let card = SimulatedCard.numbered(told.number),
            wallet.hasChip(card)
        else { return answer }
        let mishap = mishap(card, lane)
        do {
            let paid = try wallet.pay(told.amount, with: card, mishap, device: 100 + UInt32(lane))
            trace.note(
                24, Int64(lane), paid == nil ? 0 : 1, text: "\(now): chip at \(lane): \(paid?.cryptogram ?? "-")")
            guard let paid else { return .failure(.cardNotRead(.insert)) }
            let tip = read.payload.tip
            read.payload = paid.payload
            read.payload.tip = tip
            read.card.receipt?.applicationCryptogram = paid.cryptogram
            return .success(read)
        } catch {
            violate(.unexpected, nil, "the kernel failed: \(error)")
            return .failure(.cardNotRead(.insert))
        }
    }

    private mutating func mishap(_ card: SimulatedCard, _ lane: Int) -> ChipWallet.Mishap? {
        if faults.strike(.chipPulled, lane) { return .pulled(at: faults.number(in: 1...14)) }
        if faults.strike(.chipSilent, lane) { return .silent(at: faults.number(in: 1...14)) }
        guard card.name == SimulatedCard.visa.name else { return nil }
        if faults.strike(.chipReplayed, lane) { return .replays }
        return faults.strike(.chipSignedWrongly, lane) ? .signsWrongly : nil
    }
}
