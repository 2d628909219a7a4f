public import TenderModel

/// Money of a transfer or of an application fee that went back to where it came from.
public struct Reversal<Source: Reversible>: Hashable, Sendable, Codable, Identifiable {
    /// The id, `trr_…` or `fr_…`.
    public var id: String
    /// The amount that went back.
    public var amount: Amount
    /// The transfer or fee it is taken from, `tr_…` or `fee_…`.
    @ExpandableID public var source: String
    /// When it was created, in seconds since 1970.
    public var created: Int64
    /// The caller's own key-value pairs.
    @DefaultIfAbsent public var metadata: [String: String]

    private var currency = SharedCurrency()

    /// Creates a reversal of the transfer or fee with the id `source`.
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

/// Money that can be reversed, in parts or in full.
public protocol Reversible {
    /// The member that names it in a reversal.
    static var memberOfReversal: String { get }
}

/// Money of a transfer that the platform took back.
public typealias TransferReversal = Reversal<Transfer>

extension Transfer: Reversible {
    /// `transfer`.
    public static let memberOfReversal = "transfer"
}

extension TransferReversal {
    /// The transfer it is taken from, `tr_…`.
    public var transfer: String { source }
}

/// Money of an application fee that the platform gave back.
public typealias ApplicationFeeRefund = Reversal<ApplicationFee>

extension ApplicationFee: Reversible {
    /// `fee`.
    public static let memberOfReversal = "fee"
}

extension ApplicationFeeRefund {
    /// The fee it is taken from, `fee_…`.
    public var fee: String { source }
}
