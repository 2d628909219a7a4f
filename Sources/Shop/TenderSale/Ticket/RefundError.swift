public import TenderModel

/// The reason that something cannot be refunded.
public enum RefundError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The ticket to refund is not a sale.
    case notASale
    /// The sale's figures do not add up, or are absurd.
    case originalUnusable
    /// An earlier refund is of another sale, or more was refunded than was sold.
    case earlierUnusable(String)
    /// Everything was refunded, or the sale was voided.
    case nothingLeft
    /// The sale has no such line.
    case noSuchLine(Int)
    /// A line is chosen twice.
    case lineRepeated(Int)
    /// More than is left of a line, or nothing.
    case quantityOutOfRange(line: Int, left: Quantity)
    /// More than is left, or nothing.
    case amountOutOfRange(left: Amount)
    /// Only a sale that was paid by cards alone and has no refunds can be voided: refund it.
    case notVoidable

    /// A sentence for people to read.
    public var description: String {
        switch self {
        case .notASale: "only a sale can be refunded"
        case .originalUnusable: "the figures of the sale do not add up"
        case .earlierUnusable(let id): "the refund \(id) does not fit the sale"
        case .nothingLeft: "everything was already refunded"
        case .noSuchLine(let number): "the sale has no line \(number)"
        case .lineRepeated(let number): "line \(number) is chosen twice"
        case .quantityOutOfRange(let line, let left): "only \(left.decimal) of line \(line) is left to refund"
        case .amountOutOfRange(let left): "at most \(left) can still be refunded"
        case .notVoidable: "the sale cannot be voided: refund it"
        }
    }
}
