/// Money that a platform took back: of a transfer, or of its own fee.
public struct Reversal<Source: Reversible>: Hashable, Sendable, Codable, Identifiable {
    /// The id, `trr_…` or `fr_…`.
    public var id: String
    /// What was taken back.
    public var amount: Amount
    /// The transfer or fee that it is part of, `tr_…` or `fee_…`.
    @ExpandableID public var source: String
    /// When it was made, seconds since 1970.
    public var created: Int64
    /// The caller's own keys and values.
    @DefaultIfAbsent public var metadata: [String: String]

    private var currency = SharedCurrency()

    /// Describes a reversal of `source`, which is named by its id.
    public init(id: String, amount: Amount, source: String, created: Int64 = 0, metadata: [String: String] = [:]) {
        self.id = id
        self.amount = amount
        self.source = source
        self.created = created
        self.metadata = metadata
    }

    private enum CodingKeys: String, MoneyKey {
        case id, amount, currency, source, created, metadata

        var stringValue: String { self == .source ? Source.memberOfReversal : rawValue }
    }
}

/// What can be taken back, in parts or as a whole.
public protocol Reversible {
    /// The member of a reversal that names it.
    static var memberOfReversal: String { get }
}

/// Money of a transfer that was taken back.
public typealias TransferReversal = Reversal<Transfer>

extension Transfer: Reversible {
    /// `transfer`.
    public static let memberOfReversal = "transfer"
}

extension TransferReversal {
    /// The transfer it is taken from, `tr_…`.
    public var transfer: String { source }
}

/// Money of a platform's fee that was given back.
public typealias ApplicationFeeRefund = Reversal<ApplicationFee>

extension ApplicationFee: Reversible {
    /// `fee`.
    public static let memberOfReversal = "fee"
}

extension ApplicationFeeRefund {
    /// The fee it is taken from, `fee_…`.
    public var fee: String { source }
}
