import SimulatedCard
import TenderBytes
import TenderCrypto

/// Fingerprints, which identify payment methods with the same card.
extension ResourceContext {
    static let fingerprintKeyObject = "fingerprint_key"

    /// Returns the key of the fingerprints that a seed leads to; ids do not reveal it.
    static func fingerprintKey(seed: [UInt8]) -> SecretBytes {
        SecretBytes(HMACSHA256.authenticate(Array("fingerprints".utf8), key: SecretBytes(seed)))
    }

    /// Puts the key beside the first payment method, so that a later start finds the same fingerprints.
    mutating func keepFingerprintKey() {
        guard !documents.contains(Self.fingerprintKeyObject) else { return }
        put(
            Document(
                id: Self.fingerprintKeyObject, account: "", created: 0, object: Self.fingerprintKeyObject, fields: [:],
                hidden: ["key": .string(fingerprintKey.withUnsafeBytes { Hex.encode($0) })]))
    }

    /// Continues with the key of a document.
    mutating func useFingerprintKey(of document: Document) {
        guard let key = document.hidden["key"]?.text.flatMap({ Hex.decode($0) }) else { return }
        fingerprintKey = SecretBytes(key)
    }

    /// Returns the fingerprint: equal for the same number within an account, and useless for finding the number without
    /// the gateway's key.
    func fingerprint(of number: SecretBytes, _ account: String) -> String {
        let ofAccount = HMACSHA256.authenticate(Array(account.utf8), key: number)
        return Hex.encode(HMACSHA256.authenticate(ofAccount, key: fingerprintKey).prefix(8))
    }

    /// Beyond this many accounts, keys are derived each time.
    private static let maximumKnownAccounts = 1000

    /// Returns the fingerprint of a card that is charged, which is the same each time.
    mutating func chargedFingerprint(of method: PaymentMethodRow) -> String? {
        guard method.type == .card, method.reading == nil, let name = method.testCard else {
            return fingerprint(of: method)
        }
        if let known = fingerprints[method.account]?[name] { return known }
        guard let fingerprint = fingerprint(of: method) else { return nil }
        remember(fingerprint, of: name, method.account)
        return fingerprint
    }

    /// Returns the fingerprint of a card that a reader has read, which is the same each time for one of the catalogue.
    mutating func presentedFingerprint(
        of number: SecretBytes, _ card: SimulatedCard?, _ account: String
    ) -> String {
        // The catalogue has other numbers under some of the test cards' names.
        let name = card.map { "presented " + $0.name }
        if let name, let known = fingerprints[account]?[name] { return known }
        let fingerprint = fingerprint(of: number, account)
        if let name { remember(fingerprint, of: name, account) }
        return fingerprint
    }

    private mutating func remember(_ fingerprint: String, of name: String, _ account: String) {
        guard fingerprints.count < Self.maximumKnownAccounts else { return }
        fingerprints[account, default: [:]][name] = fingerprint
    }

    /// Returns the fingerprint of the card; `nil` if nothing is known about it.
    func fingerprint(of method: PaymentMethodRow) -> String? {
        if let reading = method.reading { return reading.fingerprint }
        if let account = method.particulars.bank?.account { return account.fingerprint }
        return method.testCard.flatMap(TestCard.named).map { fingerprint(of: $0.number, method.account) }
    }
}
