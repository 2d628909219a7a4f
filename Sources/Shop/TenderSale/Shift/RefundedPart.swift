public import TenderModel

/// The refunded part of a sale.
public struct RefundedPart: Hashable, Sendable {
    /// The refunded amount with tax, as a positive sum, without tips and cash rounding.
    public internal(set) var total: Amount
    /// Whether the sale was voided.
    public internal(set) var isVoided = false
    var quantities: [Int: Int64] = [:]
    var amounts: [Int: Amount] = [:]
    var cards: [String: Amount] = [:]

    init(currency: Currency) { total = Amount(minorUnits: 0, currency: currency) }

    /// Returns the refunded quantity of a line, in thousandths.
    public func thousandths(ofLine number: Int) -> Int64 { quantities[number] ?? 0 }

    /// Returns the refunded amount of a line, as a positive sum.
    public func amount(ofLine number: Int) -> Amount {
        amounts[number] ?? Amount(minorUnits: 0, currency: total.currency)
    }

    /// Returns the amount refunded to the card of a payment intent, tips included, as a positive sum.
    public func amount(ofIntent id: String) -> Amount { cards[id] ?? Amount(minorUnits: 0, currency: total.currency) }

    /// Adds a refund or a void.
    mutating func take(_ ticket: TicketRecord) throws(AmountError) {
        total = try total.subtracting(ticket.total)
        if ticket.kind == .void { isVoided = true }
        for line in ticket.lines {
            // A quantity is at most a billion thousandths: no journal can hold enough refunds of one line to overflow.
            quantities[line.number, default: 0] -= line.quantity.thousandths
            amounts[line.number] = try amount(ofLine: line.number).subtracting(line.amount)
        }
        for leg in ticket.legs {
            guard let id = leg.intentID else { continue }
            cards[id] = try amount(ofIntent: id).subtracting(leg.amount.adding(leg.tip))
        }
    }
}
