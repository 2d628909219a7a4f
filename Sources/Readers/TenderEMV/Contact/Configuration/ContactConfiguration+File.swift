import TenderBytes

/// Reading a configuration from its file, and what is checked.
extension ContactConfiguration {
    private typealias File = ContactConfigurationFile

    /// What the kernel decides, or what has a field of its own in the file.
    private static let decided: Set<TLV.Tag> = [
        0x81, 0x8A, 0x95, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x5F2A, 0x5F36, 0x9F02, 0x9F03, 0x9F04, 0x9F06, 0x9F09, 0x9F1A,
        0x9F1B, 0x9F21, 0x9F22, 0x9F33, 0x9F34, 0x9F35, 0x9F37, 0x9F39, 0x9F40, 0x9F41, 0x9F45, 0x9F4C, 0x9F26, 0x9F27,
        0x9F5B,
    ]

    /// Reads a configuration from JSON, with bytes as hexadecimal text; docs/emv.md describes the fields.
    ///
    /// - Parameter bytes: The whole file.
    /// - Throws: `ContactConfigurationError`, which names the field.
    public init(parsing bytes: [UInt8]) throws(ContactConfigurationError) {
        let file = try File.parse(bytes)
        let terminal = try Self.inside("terminal") { () throws(ContactConfigurationError) in
            try Self.terminal(file.terminal)
        }
        guard !file.applications.isEmpty else { throw .init("applications", "there is none") }
        let applications = try Self.each("applications", file.applications, Self.application)
        guard Set(applications.map(\.identifier)).count == applications.count else {
            throw .init("applications", "an identifier is there twice")
        }
        let keys = try Self.each("keys", file.keys ?? [], Self.key)
        let keysByIdentifier = [CAKey.Identifier: CAKey](keys.map { ($0.identifier, $0) }) { first, _ in first }
        guard keysByIdentifier.count == keys.count else { throw .init("keys", "a key is there twice") }
        let revoked = Set(try Self.each("revoked", file.revoked ?? [], Self.revoked))
        self.init(
            terminal: terminal, applications: applications, keys: keysByIdentifier, revoked: revoked,
            contactless: try Self.combinations(file.contactless, applications, terminal.capabilities))
    }

    private static func inside<Value>(
        _ place: String, _ body: () throws(ContactConfigurationError) -> Value
    ) throws(ContactConfigurationError) -> Value {
        do throws(ContactConfigurationError) {
            return try body()
        } catch {
            throw error.inside(place)
        }
    }

    static func each<Written, Value>(
        _ place: String, _ written: [Written], _ read: (Written) throws(ContactConfigurationError) -> Value
    ) throws(ContactConfigurationError) -> [Value] {
        var values: [Value] = []
        for (index, one) in written.enumerated() {
            values.append(
                try inside("\(place)[\(index)]") { () throws(ContactConfigurationError) in try read(one) })
        }
        return values
    }

    private static func terminal(_ file: File.Terminal) throws(ContactConfigurationError) -> TerminalProfile {
        guard let type = TerminalType(rawValue: try bytes("type", file.type, 1...1)[0]) else {
            throw .init("type", "there is no such type of terminal")
        }
        guard type.reach != .offlineOnly else {
            throw .init("type", "a terminal without a line cannot complete a transaction yet")
        }
        let capabilities = TerminalCapabilities(
            rawValue: try bytes("capabilities", file.capabilities, 3...3).reduce(0) { $0 << 8 | UInt32($1) })
        guard !capabilities.contains(.extendedAuthentication) else {
            throw .init("capabilities", "there is no extended data authentication")
        }
        guard let mode = TerminalProfile.CombinedMode(rawValue: file.combinedMode ?? 1) else {
            throw .init("combined_mode", "it is 1 to 4")
        }
        let seconds = file.pinSeconds ?? 60
        guard (5...600).contains(seconds) else { throw .init("pin_seconds", "it is 5 to 600") }
        return TerminalProfile(
            type: type, capabilities: capabilities,
            additionalCapabilities: try bytes("additional_capabilities", file.additionalCapabilities, 5...5),
            country: try digits("country", file.country, 2), codeTables: Set(file.codeTables ?? [1]),
            canAsk: file.canAsk ?? true, usesDirectory: file.usesDirectory ?? true,
            looksUpAccounts: file.looksUpAccounts ?? false, combinedMode: mode, pinSeconds: seconds,
            elements: try elements(file.elements), approvesOffline: file.approvesOffline ?? false,
            usesQuickChip: file.quickChip ?? true)
    }

    private static func application(_ file: File.Application) throws(ContactConfigurationError) -> ApplicationProfile {
        ApplicationProfile(
            identifier: try bytes("aid", file.aid, 5...16), allowsPartial: file.partial ?? true,
            version: try bytes("version", file.version, 2...2), floorLimit: file.floorLimit,
            randomSelection: try selection(file.randomSelection, floorLimit: file.floorLimit),
            actionCodes: try codes(file.actionCodes), defaultDDOL: try list("default_ddol", file.defaultDdol),
            defaultTDOL: try list("default_tdol", file.defaultTdol), elements: try elements(file.elements))
    }

    private static func selection(
        _ file: File.Selection?, floorLimit: UInt32
    ) throws(ContactConfigurationError) -> RandomSelection? {
        guard let file else { return nil }
        guard file.threshold < UInt64(floorLimit) else {
            throw .init("random_selection.threshold", "it is not below the floor limit")
        }
        guard (0...99).contains(file.target), (file.target...99).contains(file.maximum) else {
            throw .init("random_selection", "target and maximum are 0 to 99, and the maximum is not below the target")
        }
        return RandomSelection(threshold: file.threshold, target: file.target, maximum: file.maximum)
    }

    static func codes(_ file: ContactConfigurationFile.Codes?) throws(ContactConfigurationError) -> ActionCodes {
        guard let file else { return .sensible }
        return ActionCodes(
            denial: try code("action_codes.denial", file.denial), online: try code("action_codes.online", file.online),
            default: try code("action_codes.default", file.default))
    }

    private static func code(_ field: String, _ text: String) throws(ContactConfigurationError) -> TVR {
        TVR(rawValue: try bytes(field, text, 5...5).reduce(0) { $0 << 8 | UInt64($1) })
    }

    private static func list(_ field: String, _ text: String?) throws(ContactConfigurationError) -> DOL? {
        guard let text else { return nil }
        guard let list = try? DOL(parsing: try bytes(field, text, 0...252)) else {
            throw .init(field, "it is no list of data objects")
        }
        return list
    }

    static func key(_ file: ContactConfigurationFile.Key) throws(ContactConfigurationError) -> CAKey {
        var expiry: EMVDate?
        if let text = file.expires {
            expiry = EMVDate(bytes: try bytes("expires", text, 3...3))
            guard expiry != nil else { throw .init("expires", "there is no such day") }
        }
        return try CAKey(
            provider: try bytes("rid", file.rid, 5...5), index: try bytes("index", file.index, 1...1)[0],
            modulus: try bytes("modulus", file.modulus, 1...248), exponent: try bytes("exponent", file.exponent, 1...3),
            checkSum: try bytes("checksum", file.checksum, 20...20), expiry: expiry)
    }

    static func revoked(
        _ file: ContactConfigurationFile.Revoked
    ) throws(ContactConfigurationError) -> RevokedCertificate {
        RevokedCertificate(
            authority: CAKey.Identifier(
                provider: try bytes("rid", file.rid, 5...5), index: try bytes("index", file.index, 1...1)[0]),
            serialNumber: try bytes("serial", file.serial, 3...3))
    }

    /// Only what comes from the terminal and is not decided by the kernel or by a field of its own.
    private static func elements(
        _ file: [String: String]?
    ) throws(ContactConfigurationError) -> [TLV.Tag: [UInt8]] {
        var elements: [TLV.Tag: [UInt8]] = [:]
        for (name, text) in (file ?? [:]).sorted(by: { $0.key < $1.key }) {
            let field = "elements.\(name)"
            guard (2...8).contains(name.utf8.count), let tag = UInt32(name, radix: 16).map(TLV.Tag.init(rawValue:)),
                !tag.isConstructed
            else { throw .init(field, "it is no tag of one value") }
            guard !decided.contains(tag) else {
                throw .init(field, "the kernel decides it, or it has a field of its own")
            }
            let entry = EMVDictionary.entry(tag)
            guard entry?.source != .card, entry?.source != .issuer else {
                throw .init(field, "it does not come from the terminal")
            }
            elements[tag] = try bytes(field, text, entry?.sizes ?? 1...252)
        }
        return elements
    }

    private static func digits(
        _ field: String, _ text: String, _ count: Int
    ) throws(ContactConfigurationError) -> [UInt8] {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .init(field, "it is not of digits") }
        return try bytes(field, text, count...count)
    }

    static func bytes(
        _ field: String, _ text: String, _ sizes: ClosedRange<Int>
    ) throws(ContactConfigurationError) -> [UInt8] {
        guard let bytes = Hex.decode(text) else { throw .init(field, "it is not hexadecimal") }
        guard sizes.contains(bytes.count) else {
            throw .init(field, "it has \(bytes.count) bytes, not \(sizes.lowerBound) to \(sizes.upperBound)")
        }
        return bytes
    }
}
