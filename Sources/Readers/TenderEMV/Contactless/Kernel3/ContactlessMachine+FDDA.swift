import TenderBytes
import TenderCrypto

/// Fast dynamic data authentication, version 01 (EMV Contactless Book C-3, annex C [check]; EMV Book 2, 6).
extension ContactlessMachine {
    private static let version: UInt8 = 1

    /// Whether the card has signed number, amount, currency and its own data of this transaction.
    mutating func isAuthenticByFDDA() throws(ContactStop) -> Bool {
        status.insert(.dataAuthentication)
        authentication = AuthenticationState(
            method: .dynamic, number: data.card(0x5A)?.digits ?? .empty, records: records)
        do throws(AuthenticationFailure) {
            guard data.interchangeProfile & 0x20 != 0, let signature = data.card(0x9F4B),
                let own = data.card(0x9F69), own.first == Self.version
            else { throw .missing }
            var checker = try SignatureChecker()
            let key = try authentication.cardKey(&checker, &data, configuration, on: transaction.date)
            data.terminal[0x9F4C] = try checker.dynamicNumber(
                signature, key: key, tail: .joined([data.values([0x9F37, 0x9F02, 0x5F2A]), own]))
            return true
        } catch {
            if case .crypto = error { throw .fault(.crypto) }
            return false
        }
    }
}
