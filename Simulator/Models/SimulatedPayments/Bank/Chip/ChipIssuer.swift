public import SimulatedCard
public import TenderBytes
import TenderCrypto

/// The part of an issuer that knows a chip's keys: it checks cryptograms, counters, expiry, PINs and limits.
///
/// Which decline reason the API gives for a wrong or repeated cryptogram is this simulator's own choice.
public struct ChipIssuer: Sendable {
    /// The PIN of every card, in digits as text.
    public let pin: SecretBytes
    /// The most that one transaction may be, in minor units.
    public let limit: Int64
    /// What it has every card do, with its answer.
    public var scripts: [CardScript] = []
    /// What it remembers of each chip, by `ChipAuthorization.account`.
    var accounts: [String: ChipAccount] = [:]

    /// The wrong PINs in a row after which no PIN is looked at.
    private static let mostWrongPINs = 3
    /// The reasons for which the `code` says more than that the card was declined.
    private static let codes: Set = ["expired_card", "processing_error"]

    /// Creates an issuer that has seen no transaction yet.
    public init(pin: SecretBytes = SecretBytes(utf8: "1234"), limit: Int64 = 1_000_000) {
        self.pin = pin
        self.limit = limit
    }

    /// Judges a request; the counter of a cryptogram is used up by it, whatever the verdict.
    public mutating func judge(_ request: ChipAuthorization) -> ChipVerdict {
        guard let card = request.card else { return Self.verdict("test_mode_live_card") }
        guard let told = Told(request), let account = request.account,
            let amount = ChipAuthorization.number(Array(told.data.prefix(6)))
        else { return Self.verdict("processing_error") }
        guard told.kind == 0x80, told.isCards else { return Self.verdict("fraudulent") }
        var remembered = accounts[account] ?? ChipAccount()
        let reason = refusal(request, card, &remembered, told.counter, amount)
        accounts[account] = remembered
        return answer(reason, told)
    }

    /// Takes a card's last word and the results of scripts.
    ///
    /// - Parameter completion: The data objects of the request as they are at the end, and 9F5B if there were scripts.
    /// - Returns: `nil` if the cryptogram is not the card's, or no last word.
    public func complete(_ completion: ChipAuthorization) -> ChipCompletion? {
        guard let told = Told(completion), told.isCards, [0x00, 0x40].contains(told.kind) else { return nil }
        return ChipCompletion(isApproved: told.kind == 0x40, scriptResults: completion.objects[0x9F5B] ?? [])
    }

    /// What a chip told, and the cryptogram that it should have made for that.
    private struct Told {
        let data: [UInt8]
        let keys: CardKeys
        let counter: UInt16
        let kind: UInt8?
        let cryptogram: [UInt8]
        /// Whether the cryptogram is the card's.
        let isCards: Bool

        init?(_ request: ChipAuthorization) {
            guard let card = request.card, let data = request.terminalData, let profile = request.object(0x82, 2),
                let counted = request.object(0x9F36, 2), let cryptogram = request.object(0x9F26, 8),
                let applicationData = request.objects[0x9F10], (1...32).contains(applicationData.count),
                let sequence = request.sequence,
                let keys = try? CardKeys(scheme: request.scheme, number: card.number, sequence: sequence)
            else { return nil }
            let counter = UInt16(counted[0]) << 8 | UInt16(counted[1])
            guard
                let expected = try? keys.cryptogram(
                    data: data, profile: profile, counter: counter, applicationData: applicationData)
            else { return nil }
            (self.data, self.keys, self.counter, self.cryptogram) = (data, keys, counter, cryptogram)
            kind = request.objects[0x9F27]?.first.map { $0 & 0xC0 }
            isCards = ConstantTime.areEqual(expected, cryptogram)
        }
    }

    /// The reason to decline a request whose cryptogram is the card's; `nil` for none.
    private func refusal(
        _ request: ChipAuthorization, _ card: SimulatedCard, _ account: inout ChipAccount, _ counter: UInt16,
        _ amount: Int64
    ) -> String? {
        guard account.use(counter) else { return "duplicate_transaction" }
        let charge = request.charge ?? ChipCharge(amount: amount)
        guard charge.isCovered(by: amount) else { return "invalid_amount" }
        // The rule of a card that pays a part is against the whole.
        if case .decline(_, let declineCode) = card.issuer.charge, !charge.isPart { return declineCode }
        if Self.isExpired(request, card) { return "expired_card" }
        if let reason = pinRefusal(request, card, &account) { return reason }
        return charge.amount > limit ? "card_velocity_exceeded" : nil
    }

    /// Whether the card's month of expiry, or the day that its record tells, is over on the day of the transaction.
    private static func isExpired(_ request: ChipAuthorization, _ card: SimulatedCard) -> Bool {
        guard let today = request.object(0x9A, 3).flatMap(ChipAuthorization.number) else { return true }
        let told = request.object(0x5F24, 3).flatMap(ChipAuthorization.number) ?? .max
        let end = Int64(card.expYear % 100) * 10_000 + Int64(card.expMonth) * 100 + 31
        return today > min(told, end)
    }

    private func pinRefusal(
        _ request: ChipAuthorization, _ card: SimulatedCard, _ account: inout ChipAccount
    ) -> String? {
        guard let block = request.pinBlock else {
            let isPINAsked = request.objects[0x9F34]?.first.map { $0 & 0x3F } == 2
            return isPINAsked ? "online_or_offline_pin_required" : nil
        }
        guard account.wrongPINs < Self.mostWrongPINs else { return "pin_try_exceeded" }
        let isRight = Self.pin(block, request.pinKeySerialNumber ?? [], card) == pin
        account.wrongPINs = isRight ? 0 : account.wrongPINs + 1
        if isRight { return nil }
        return account.wrongPINs < Self.mostWrongPINs ? "incorrect_pin" : "pin_try_exceeded"
    }

    /// Deciphers a block under the key of its transaction; `nil` for one that no pad makes.
    private static func pin(_ block: [UInt8], _ serialNumber: [UInt8], _ card: SimulatedCard) -> SecretBytes? {
        guard let number = try? DUKPTSerialNumber(serialNumber),
            let key = try? PublishedBaseKey.key(for: .pin, serialNumber: number)
        else { return nil }
        return switch number {
        case .tripleDES: try? PINBlock.Format0.decrypt(block, accountNumber: card.number, key: key)
        case .aes: try? PINBlock.Format4.decrypt(block, accountNumber: card.number, key: key)
        }
    }

    private func answer(_ reason: String?, _ told: Told) -> ChipVerdict {
        let verdict = Self.verdict(reason)
        let payload: [UInt8] =
            switch told.keys.scheme.responseMethod {
            case .responseCode: Array(verdict.responseCode.utf8)
            case .statusUpdate: update(isApproved: reason == nil).bytes
            }
        let (cryptogram, counter) = (told.cryptogram, told.counter)
        let data = try? told.keys.authenticationData(cryptogram: cryptogram, payload: payload, counter: counter)
        let templates = scripts.compactMap {
            try? told.keys.template($0, counter: counter, cryptogram: cryptogram)
        }
        return ChipVerdict(
            refusal: verdict.refusal, responseCode: verdict.responseCode, authenticationData: data,
            scripts: templates.flatMap(\.self))
    }

    /// An approval is a reason for the card to count anew.
    private func update(isApproved: Bool) -> CardStatusUpdate {
        var update = CardStatusUpdate()
        (update.isApproved, update.resetsCounters) = (isApproved, isApproved)
        return update
    }

    /// The verdict for a reason to decline, without a proof for the card; `nil` approves.
    static func verdict(_ reason: String?) -> ChipVerdict {
        guard let reason else { return ChipVerdict(refusal: nil, responseCode: "00") }
        let code = codes.contains(reason) ? reason : "card_declined"
        return ChipVerdict(
            refusal: ChipVerdict.Refusal(code: code, declineCode: reason),
            responseCode: DeclineAdvice(reason).networkCode ?? "05")
    }
}
