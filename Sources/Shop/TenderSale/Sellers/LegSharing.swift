public import TenderModel

/// The distribution of a card payment: each seller's part, and the shop's fee.
///
/// Rules: of a payment for part of a ticket, each seller gets the share of their goods in the ticket, by the largest
/// remainder, and the fee is the same share of their fee, rounded half away from zero. A tip is the shop's.
public struct LegSharing: Hashable, Sendable, Codable {
    /// The route of the money to the sellers.
    public enum Way: String, Hashable, Sendable, Codable, CaseIterable {
        /// One seller gets all of it: the gateway passes it on with the payment, less the fee.
        case destination
        /// The payment is the shop's, and each seller gets a transfer out of it after the sale.
        case transfers
    }

    /// The part of one seller.
    public struct Part: Hashable, Sendable, Codable {
        /// The connected account.
        public let account: String
        /// The seller's name.
        public let name: String
        /// The price of their goods; negative when money goes back.
        public let gross: Amount
        /// The fee that the shop keeps.
        public let fee: Amount

        /// Creates a part.
        public init(account: String, name: String, gross: Amount, fee: Amount) {
            self.account = account
            self.name = name
            self.gross = gross
            self.fee = fee
        }

        /// The amount that the seller gets.
        public var net: Amount {
            Amount(
                minorUnits: Int64(clamping: Int128(gross.minorUnits) - Int128(fee.minorUnits)),
                currency: gross.currency)
        }
    }

    /// The route of the money.
    public let way: Way
    /// The payment, without its tip; negative when money goes back.
    public let whole: Amount
    /// The sellers' parts.
    public let parts: [Part]

    /// Creates a distribution.
    public init(way: Way, whole: Amount, parts: [Part]) {
        self.way = way
        self.whole = whole
        self.parts = parts
    }

    /// Distributes a payment for goods, or returns `nil` when all of them are the shop's.
    init?(_ split: SellerSplit, of amount: Amount) {
        guard !split.parts.isEmpty, amount.minorUnits > 0 else { return nil }
        let weights = split.parts.map(\.gross) + [split.own]
        let shares = Shares.spread(amount.minorUnits, over: weights)
        let parts = zip(split.parts, shares).map { part, gross in
            Part(
                account: part.account, name: part.name, gross: Amount(minorUnits: gross, currency: amount.currency),
                fee: Amount(minorUnits: Self.part(part.fee, gross, of: part.gross), currency: amount.currency))
        }
        let isOnes = parts.count == 1 && split.own == 0
        self.init(way: isOnes ? .destination : .transfers, whole: amount, parts: parts.filter { !$0.isNothing })
    }

    /// Returns the same distribution of a smaller payment, such as a partial approval.
    ///
    /// A fee that was sent with the payment stays.
    func reduced(to amount: Amount) -> LegSharing {
        let parts = back(from: amount.minorUnits, to: whole.minorUnits)
        return LegSharing(
            way: way, whole: amount,
            parts: zip(self.parts, parts).map { part, less in
                let gross = part.gross.minorUnits + less.gross.minorUnits
                let fee = way == .destination ? part.fee.minorUnits : part.fee.minorUnits + less.fee.minorUnits
                return Part(
                    account: part.account, name: part.name,
                    gross: Amount(minorUnits: gross, currency: amount.currency),
                    fee: Amount(minorUnits: min(fee, gross), currency: amount.currency))
            })
    }

    /// Returns what each part refunds when money goes back, after earlier refunds: negative, and with the last refund
    /// everything that is left.
    ///
    /// - Parameters:
    ///   - before: The amount of the payment refunded before.
    ///   - after: The amount refunded after this step.
    public func goingBack(from before: Amount, to after: Amount) -> LegSharing {
        LegSharing(
            way: way,
            whole: Amount(
                minorUnits: Int64(clamping: Int128(before.minorUnits) - Int128(after.minorUnits)),
                currency: whole.currency),
            parts: back(from: before.minorUnits, to: after.minorUnits))
    }

    private func back(from before: Int64, to after: Int64) -> [Part] {
        parts.map { part in
            func units(_ value: Amount) -> Amount {
                let change =
                    Self.part(value.minorUnits, before, of: whole.minorUnits)
                    - Self.part(value.minorUnits, after, of: whole.minorUnits)
                return Amount(minorUnits: change, currency: whole.currency)
            }
            return Part(account: part.account, name: part.name, gross: units(part.gross), fee: units(part.fee))
        }
    }

    private static func part(_ value: Int64, _ part: Int64, of whole: Int64) -> Int64 {
        guard part < whole, whole > 0 else { return value }
        return Int64(clamping: Shares.rounded(Int128(value) * Int128(max(part, 0)), by: Int128(whole)))
    }
}

extension LegSharing.Part {
    fileprivate var isNothing: Bool { gross.minorUnits == 0 }
}
