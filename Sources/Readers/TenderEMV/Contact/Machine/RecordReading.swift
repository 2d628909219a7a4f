import TenderBytes

/// The records of an application: what is to be read, and what of it is authenticated.
struct RecordReading: Sendable {
    /// Files up to this one have their records in the template 70.
    private static let lastTemplateFile: UInt8 = 10

    let entries: [AFL.Entry]
    private(set) var authenticated: [SecretBytes] = []
    /// Whether the data cannot be authenticated whatever the signature says.
    private(set) var isBroken = false
    private var byteCount = 0

    init(files: AFL? = nil) { entries = files?.entries ?? [] }

    /// Takes up a record: its data objects, and what of it is authenticated (EMV Book 3, 7, 10.2 and 10.3).
    ///
    /// - Parameter entry: The place of its entry in the locator.
    mutating func take(
        _ bytes: SecretBytes, entry: Int, record: UInt8, into data: inout ContactData
    ) throws(ContactStop) {
        let file = entries[entry]
        let isAuthenticated = Int(record) - Int(file.records.lowerBound) < Int(file.authenticatedCount)
        if file.file <= Self.lastTemplateFile {
            try takeTemplate(bytes, isAuthenticated: isAuthenticated, into: &data)
        } else {
            try takeProprietary(bytes, isAuthenticated: isAuthenticated, into: &data)
        }
    }

    /// One template 70, and nothing behind it; its contents are authenticated.
    private mutating func takeTemplate(
        _ bytes: SecretBytes, isAuthenticated: Bool, into data: inout ContactData
    ) throws(ContactStop) {
        let objects = try CardObjects(bytes)
        guard let template = objects.template(0x70), template.whole == 0..<bytes.count else {
            throw .terminated(.dataInvalid)
        }
        try data.add(objects)
        if isAuthenticated { try authenticate(objects.value(template)) }
    }

    /// A record of any coding, which is authenticated as a whole and read if it is a template 70.
    private mutating func takeProprietary(
        _ bytes: SecretBytes, isAuthenticated: Bool, into data: inout ContactData
    ) throws(ContactStop) {
        let objects = try? CardObjects(bytes)
        let isTemplate = objects?.template(0x70) != nil
        if let objects, isTemplate { try data.add(objects) }
        guard isAuthenticated else { return }
        if isTemplate { try authenticate(bytes) } else { isBroken = true }
    }

    /// The list of further authenticated data may name the interchange profile only (EMV Book 3, 10.3).
    mutating func addInterchangeProfile(of data: ContactData) throws(ContactStop) {
        guard let tags = data.card(0x9F4A) else { return }
        guard tags.count == 1, tags.first == 0x82, let profile = data.card(0x82) else {
            isBroken = true
            return
        }
        try authenticate(profile)
    }

    /// Adds data that is authenticated.
    private mutating func authenticate(_ bytes: SecretBytes) throws(ContactStop) {
        byteCount += bytes.count
        guard byteCount <= ContactData.mostStaticBytes else { throw .terminated(.tooMuch) }
        authenticated.append(bytes)
    }
}
