import TenderBytes
import TenderCrypto

/// The receipts of charges: a page for each, at an address that nobody can guess.
///
/// Nothing about them is stored: the address and the number are derived from the charge and the gateway's key.
extension ResourceContext {
    /// Returns the address of a charge's receipt; `nil` for a charge without one.
    func receiptURL(of charge: ChargeRow) -> String? {
        guard charge.succeeded, !charge.isTransferred else { return nil }
        return "\(publicURL)/receipts/\(charge.id)_\(receiptCode(of: charge.id))"
    }

    /// Returns the number on the emailed receipt; `nil` if none is sent.
    func receiptNumber(of charge: ChargeRow) -> String? {
        guard charge.succeeded, !charge.isTransferred, charge.details.receiptEmail != nil else { return nil }
        let digits = receiptHash(of: "number/" + charge.id).prefix(8).map { String($0 % 10) }.joined()
        return "\(digits.prefix(4))-\(digits.suffix(4))"
    }

    /// Returns the charge whose receipt has an address with that end, and its account.
    func charge(ofReceipt token: String) -> (id: String, account: String)? {
        guard token.utf8.count < 200, let mark = token.lastIndex(of: "_"), let charge = charges[String(token[..<mark])],
            receiptURL(of: charge) != nil,
            ConstantTime.areEqual(
                Array(token[token.index(after: mark)...].utf8), Array(receiptCode(of: charge.id).utf8))
        else { return nil }
        return (charge.id, charge.account)
    }

    private func receiptCode(of charge: String) -> String {
        Hex.encode(receiptHash(of: "address/" + charge).prefix(16))
    }

    private func receiptHash(of text: String) -> [UInt8] {
        HMACSHA256.authenticate(Array(("receipts/" + text).utf8), key: fingerprintKey)
    }
}
