import TenderModel
import TenderSale

/// Amounts as people write them in a language.
enum AmountText {
    /// Returns the amount with its currency, such as `12,50 EUR`.
    static func text(_ amount: Amount, _ language: TillLanguage) -> String {
        let decimal = amount.decimal.map { $0 == "." ? language.decimalSeparator : $0 }
        return "\(String(decimal)) \(amount.currency)"
    }
}
