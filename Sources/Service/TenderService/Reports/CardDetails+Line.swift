public import TenderModel

extension CardDetails {
    /// The brand, last four digits and read method, as on a receipt.
    public var line: String {
        let method = readMethod.map { " (\($0.rawValue.replacing("_", with: " ")))" } ?? ""
        return "\(brand?.rawValue ?? "card") •••• \(last4 ?? "????")\(method)"
    }
}
