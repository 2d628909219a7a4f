import TenderBytes

/// A card's answer to GENERATE AC (EMV Book 3, 6.5.5.4).
struct CryptogramAnswer {
    /// The cryptogram information data, tag 9F27.
    let information: UInt8
    /// What is hashed of it for a combined signature: everything but the signature.
    let hashed: [SecretBytes]
    /// The objects, of which each may be there once.
    let values: TagTable<SecretBytes>

    init(_ data: SecretBytes) throws(ContactStop) {
        let objects = try CardObjects(data)
        if let whole = objects.template(0x80) {
            values = try Self.fixed(objects.value(whole))
            hashed = []
        } else {
            guard let template = objects.template(0x77) else { throw .terminated(.dataInvalid) }
            var values: TagTable<SecretBytes> = [:]
            var hashed: [SecretBytes] = []
            for child in objects.elements where objects.isChild(child, of: template) {
                guard values[child.tag] == nil else { throw .terminated(.dataTwice) }
                values[child.tag] = objects.value(child)
                if child.tag != 0x9F4B { hashed.append(objects.bytes.part(child.whole)) }
            }
            self.values = values
            self.hashed = hashed
        }
        guard let information = values[0x9F27], let counter = values[0x9F36] else { throw .terminated(.dataMissing) }
        guard information.count == 1, let information = information.first, counter.count == 2,
            (values[0x9F26]?.count ?? 8) == 8,
            (values[0x9F10]?.count ?? 0) <= 32
        else { throw .terminated(.dataInvalid) }
        self.information = information
    }

    /// The fields of format 1.
    private static func fixed(_ value: SecretBytes) throws(ContactStop) -> TagTable<SecretBytes> {
        guard (11...43).contains(value.count) else { throw .terminated(.dataInvalid) }
        var values: TagTable<SecretBytes> = [
            0x9F27: value.part(0..<1), 0x9F36: value.part(1..<3), 0x9F26: value.part(3..<11),
        ]
        if value.count > 11 { values[0x9F10] = value.part(11..<value.count) }
        return values
    }

    /// What the card made; `nil` for what is reserved.
    var kind: CryptogramRequest? { CryptogramRequest(rawValue: information & 0xC0) }

    /// Whether the card declined because the service is not allowed.
    var isServiceRefused: Bool { information & 0x07 == 1 }
}
