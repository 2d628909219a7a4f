/// When a rule of a card's verification list applies (EMV Book 3, annex C3, table 40).
struct VerificationCondition {
    var isUnattended: Bool
    var kind: ContactTransaction.Kind
    var amount: UInt64
    /// Whether the amount is in the application's currency.
    var isInApplicationCurrency: Bool

    /// Whether a rule applies; a condition that is not understood never does.
    ///
    /// An amount that equals a limit is neither under it nor over it [check].
    /// - Parameter isSupported: Whether the terminal has the method of the rule.
    func applies(_ rule: CVMList.Rule, in list: CVMList, isSupported: Bool) -> Bool {
        let (x, y) = (UInt64(list.amountX), UInt64(list.amountY))
        return switch rule.condition {
        case 0x00: true
        case 0x01: kind == .cash && isUnattended
        case 0x02: kind != .cash && kind != .cashback
        case 0x03: isSupported
        case 0x04: kind == .cash && !isUnattended
        case 0x05: kind == .cashback
        case 0x06: isInApplicationCurrency && amount < x
        case 0x07: isInApplicationCurrency && amount > x
        case 0x08: isInApplicationCurrency && amount < y
        case 0x09: isInApplicationCurrency && amount > y
        default: false
        }
    }
}
