import TenderBytes

/// The records of an application: what is to be read, and what of it is authenticated.
struct RecordReading: Sendable {
    let entries: [AFL.Entry]
    private(set) var authenticated: [SecretBytes] = []
    /// Whether the data cannot be authenticated whatever the signature says.
    private(set) var isBroken = false
    private var byteCount = 0

    init(files: AFL? = nil) { entries = files?.entries ?? [] }

    /// Adds data that is authenticated.
    mutating func authenticate(_ bytes: SecretBytes) throws(ContactStop) {
        byteCount += bytes.count
        guard byteCount <= ContactData.mostStaticBytes else { throw .terminated(.tooMuch) }
        authenticated.append(bytes)
    }

    mutating func markBroken() { isBroken = true }
}
