public import TenderModel

extension ReceiptDetails {
    /// Returns the API's word for how a holder was verified.
    ///
    /// - Parameter results: The results, tag 9F34: method, condition, and 1 if it failed (EMV Book 3, annex C3; Book 4,
    ///   annex A4).
    /// - Returns: `nil` for a method that is in no book.
    public static func verification(results: [UInt8]?) -> String? {
        guard let method = results?.first.map({ $0 & 0x3F }) else { return nil }
        if results?.dropFirst(2).first == 1 { return "failure" }
        return switch method {
        case 0x00: "failure"
        case 0x01, 0x04: "offline_pin"
        case 0x03, 0x05: "offline_pin_and_signature"
        case 0x02: "online_pin"
        case 0x1E: "signature"
        case 0x1F, 0x3F: "none"
        default: nil
        }
    }
}
