public import TenderModel

extension ReceiptDetails {
    /// Returns the API's word for how a holder was verified.
    ///
    /// - Parameter code: The first byte of the results, tag 9F34 (EMV Book 3, annex C3; Book 4, annex A4).
    /// - Returns: `nil` for a method that is in no book.
    public static func verification(code: UInt8?) -> String? {
        switch code.map({ $0 & 0x3F }) {
        case 0x01, 0x03, 0x04, 0x05: "offline_pin"
        case 0x02: "online_pin"
        case 0x1E: "signature"
        case 0x1F, 0x3F, 0x00: "none"
        default: nil
        }
    }
}
