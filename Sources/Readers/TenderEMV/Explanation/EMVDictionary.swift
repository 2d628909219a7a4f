/// The data elements by tag: name, format, size, source, and the book that defines them.
///
/// It is for explanations, for the formats of values that fill a data object list, and for whether a card can give a
/// data object; a transaction decides nothing else by it. References are to the EMV books 4.3, "B3 A" being annex A of
/// book 3; those with [check] are from memory, and so are the limits of what has a range of sizes.
public enum EMVDictionary {
    /// Returns what is known of a tag.
    public static func entry(_ tag: TLV.Tag) -> EMVTagEntry? { place(tag).map { entries[$0] } }

    /// What the kernel asks about a tag.
    struct Traits: Sendable {
        let format: EMVFormat
        /// Whether a card can give the data object; one that terminals or issuers give is not taken from it [check].
        let canComeFromCard: Bool
    }

    /// Returns the traits of a tag; one that is not known has bytes, and can come from a card.
    static func traits(_ tag: TLV.Tag) -> Traits {
        place(tag).map { allTraits[$0] } ?? Traits(format: .binary, canComeFromCard: !tag.isConstructed)
    }

    private static let allTraits = entries.map {
        Traits(format: $0.format, canComeFromCard: $0.source == .card && !$0.tag.isConstructed)
    }

    /// The places of the entries, each in the first free slot from that of its tag on; 0 is free, 1 the first entry.
    ///
    /// A transaction asks for each tag of the card, and this is sooner looked into than a dictionary.
    private static let slots = entries.indices.reduce(into: [UInt8](repeating: 0, count: slotCount)) { slots, place in
        var slot = firstSlot(entries[place].tag)
        while slots[slot] != 0 { slot = (slot + 1) % slotCount }
        slots[slot] = UInt8(place + 1)
    }
    private static let slotCount = 512

    private static func firstSlot(_ tag: TLV.Tag) -> Int { Int(tag.rawValue &* 0x9E37_79B1) >> 23 }

    private static func place(_ tag: TLV.Tag) -> Int? {
        var slot = firstSlot(tag)
        while slots[slot] != 0 {
            let place = Int(slots[slot]) - 1
            if entries[place].tag == tag { return place }
            slot = (slot + 1) % slotCount
        }
        return nil
    }

    /// All entries, a family of tags after the other.
    public static let entries: [EMVTagEntry] = [
        .init(0x42, "issuer identification number", .numeric, 3, 3, .card),
        .init(0x4F, "application identifier", .binary, 5, 16, .card, "B1 §12.2.3"),
        .init(0x50, "application label", .special, 1, 16, .card),
        .init(0x56, "track 1 data", .special, 1, 76, .card, "Book C-2 A [check]", secrecy: .hidden),
        .init(0x57, "track 2 equivalent data", .binary, 1, 19, .card, secrecy: .track),
        .init(0x5A, "application primary account number", .compressedNumeric, 1, 10, .card, secrecy: .number),
        .init(0x5F20, "cardholder name", .special, 2, 26, .card, secrecy: .hidden),
        .init(0x5F24, "application expiration date", .numeric, 3, 3, .card),
        .init(0x5F25, "application effective date", .numeric, 3, 3, .card),
        .init(0x5F28, "issuer country code", .numeric, 2, 2, .card),
        .init(0x5F2A, "transaction currency code", .numeric, 2, 2, .terminal),
        .init(0x5F2D, "language preference", .alphanumeric, 2, 8, .card),
        .init(0x5F30, "service code", .numeric, 2, 2, .card),
        .init(0x5F34, "application primary account number sequence number", .numeric, 1, 1, .card),
        .init(0x5F36, "transaction currency exponent", .numeric, 1, 1, .terminal),
        .init(0x61, "application template", .constructed, 0, 252, .card, "B1 §10.1.4"),
        .init(0x6F, "file control information template", .constructed, 0, 252, .card, "B1 §11.3.4"),
        .init(0x70, "record template", .constructed, 0, 252, .card, "B3 §6.5.11"),
        .init(0x71, "issuer script template 1", .constructed, 0, 252, .issuer, "B3 §10.10"),
        .init(0x72, "issuer script template 2", .constructed, 0, 252, .issuer, "B3 §10.10"),
        .init(0x73, "directory discretionary template", .constructed, 0, 252, .card, "B1 §10.1.4"),
        .init(0x77, "response message template format 2", .constructed, 0, 65535, .card, "B3 §6.5"),
        .init(0x80, "response message template format 1", .binary, 0, 65535, .card, "B3 §6.5"),
        .init(0x81, "amount, authorised, binary", .binary, 4, 4, .terminal),
        .init(0x82, "application interchange profile", .binary, 2, 2, .card, "B3 C1"),
        .init(0x83, "command template", .binary, 0, 252, .terminal, "B3 §6.5.8"),
        .init(0x84, "dedicated file name", .binary, 5, 16, .card, "B1 §11.3.4"),
        .init(0x86, "issuer script command", .binary, 1, 261, .issuer, "B3 §10.10", secrecy: .hidden),
        .init(0x87, "application priority indicator", .binary, 1, 1, .card, "B1 §12.2.3"),
        .init(0x88, "short file identifier", .binary, 1, 1, .card, "B1 §11.3.4"),
        .init(0x89, "authorisation code", .alphanumeric, 6, 6, .issuer),
        .init(0x8A, "authorisation response code", .alphanumeric, 2, 2, .issuerOrTerminal, "B4 A6"),
        .init(0x8C, "card risk management data object list 1", .binary, 1, 252, .card, "B3 §5.4"),
        .init(0x8D, "card risk management data object list 2", .binary, 1, 252, .card, "B3 §5.4"),
        .init(0x8E, "cardholder verification method list", .binary, 8, 252, .card, "B3 C3"),
        .init(0x8F, "certification authority public key index", .binary, 1, 1, .card, "B2 §6"),
        .init(0x90, "issuer public key certificate", .binary, 1, 248, .card, "B2 §6"),
        .init(0x91, "issuer authentication data", .binary, 8, 16, .issuer),
        .init(0x92, "issuer public key remainder", .binary, 1, 248, .card, "B2 §6"),
        .init(0x93, "signed static application data", .binary, 1, 248, .card, "B2 §5"),
        .init(0x94, "application file locator", .binary, 4, 252, .card, "B3 §10.2"),
        .init(0x95, "terminal verification results", .binary, 5, 5, .terminal, "B3 C5"),
        .init(0x97, "transaction certificate data object list", .binary, 1, 252, .card, "B3 §5.4"),
        .init(0x98, "transaction certificate hash value", .binary, 20, 20, .terminal),
        .init(0x99, "transaction personal identification number data", .binary, 1, 255, .terminal, secrecy: .hidden),
        .init(0x9A, "transaction date", .numeric, 3, 3, .terminal),
        .init(0x9B, "transaction status information", .binary, 2, 2, .terminal, "B3 C6"),
        .init(0x9C, "transaction type", .numeric, 1, 1, .terminal),
        .init(0x9D, "directory definition file name", .binary, 5, 16, .card, "B1 §12.2.3"),
        .init(0xA5, "file control information proprietary template", .constructed, 0, 252, .card, "B1 §11.3.4"),
        .init(0xBF0C, "file control information issuer discretionary data", .constructed, 0, 222, .card, "B1 §11.3.4"),
        .init(0x9F01, "acquirer identifier", .numeric, 6, 6, .terminal),
        .init(0x9F02, "amount, authorised", .numeric, 6, 6, .terminal),
        .init(0x9F03, "amount, other", .numeric, 6, 6, .terminal),
        .init(0x9F04, "amount, other, binary", .binary, 4, 4, .terminal),
        .init(0x9F05, "application discretionary data", .binary, 1, 32, .card, secrecy: .hidden),
        .init(0x9F06, "application identifier of the terminal", .binary, 5, 16, .terminal),
        .init(0x9F07, "application usage control", .binary, 2, 2, .card, "B3 C2"),
        .init(0x9F08, "application version number of the card", .binary, 2, 2, .card),
        .init(0x9F09, "application version number of the terminal", .binary, 2, 2, .terminal),
        .init(0x9F0B, "cardholder name, extended", .special, 27, 45, .card, secrecy: .hidden),
        .init(0x9F0D, "issuer action code, default", .binary, 5, 5, .card, "B3 §10.7"),
        .init(0x9F0E, "issuer action code, denial", .binary, 5, 5, .card, "B3 §10.7"),
        .init(0x9F0F, "issuer action code, online", .binary, 5, 5, .card, "B3 §10.7"),
        .init(0x9F10, "issuer application data", .binary, 1, 32, .card),
        .init(0x9F11, "issuer code table index", .numeric, 1, 1, .card),
        .init(0x9F12, "application preferred name", .special, 1, 16, .card),
        .init(0x9F13, "last online application transaction counter register", .binary, 2, 2, .card),
        .init(0x9F14, "lower consecutive offline limit", .binary, 1, 1, .card),
        .init(0x9F15, "merchant category code", .numeric, 2, 2, .terminal),
        .init(0x9F16, "merchant identifier", .special, 15, 15, .terminal),
        .init(0x9F17, "personal identification number try counter", .binary, 1, 1, .card),
        .init(0x9F18, "issuer script identifier", .binary, 4, 4, .issuer, "B3 §10.10"),
        .init(0x9F1A, "terminal country code", .numeric, 2, 2, .terminal),
        .init(0x9F1B, "terminal floor limit", .binary, 4, 4, .terminal),
        .init(0x9F1C, "terminal identification", .alphanumeric, 8, 8, .terminal),
        .init(0x9F1D, "terminal risk management data", .binary, 1, 8, .terminal),
        .init(0x9F1E, "interface device serial number", .alphanumeric, 8, 8, .terminal),
        .init(0x9F1F, "track 1 discretionary data", .special, 1, 76, .card, secrecy: .hidden),
        .init(0x9F20, "track 2 discretionary data", .compressedNumeric, 1, 16, .card, secrecy: .hidden),
        .init(0x9F21, "transaction time", .numeric, 3, 3, .terminal),
        .init(0x9F22, "certification authority public key index of the terminal", .binary, 1, 1, .terminal, "B2 §6"),
        .init(0x9F23, "upper consecutive offline limit", .binary, 1, 1, .card),
        .init(0x9F26, "application cryptogram", .binary, 8, 8, .card),
        .init(0x9F27, "cryptogram information data", .binary, 1, 1, .card, "B3 §6.5.5"),
        .init(0x9F29, "extended selection", .binary, 1, 8, .card, "Book B [check]"),
        .init(0x9F2A, "kernel identifier", .binary, 1, 8, .card, "Book B [check]"),
        .init(0x9F2D, "card PIN encipherment public key certificate", .binary, 1, 248, .card, "B2 §7"),
        .init(0x9F2E, "card PIN encipherment public key exponent", .binary, 1, 3, .card, "B2 §7"),
        .init(0x9F2F, "card PIN encipherment public key remainder", .binary, 1, 248, .card, "B2 §7"),
        .init(0x9F32, "issuer public key exponent", .binary, 1, 3, .card, "B2 §6"),
        .init(0x9F33, "terminal capabilities", .binary, 3, 3, .terminal, "B4 A2"),
        .init(0x9F34, "cardholder verification method results", .binary, 3, 3, .terminal, "B4 A4"),
        .init(0x9F35, "terminal type", .numeric, 1, 1, .terminal, "B4 A1"),
        .init(0x9F36, "application transaction counter", .binary, 2, 2, .card),
        .init(0x9F37, "unpredictable number", .binary, 4, 4, .terminal),
        .init(0x9F38, "processing options data object list", .binary, 1, 252, .card, "B3 §5.4"),
        .init(0x9F39, "point-of-service entry mode", .numeric, 1, 1, .terminal),
        .init(0x9F40, "additional terminal capabilities", .binary, 5, 5, .terminal, "B4 A3"),
        .init(0x9F41, "transaction sequence counter", .numeric, 2, 4, .terminal),
        .init(0x9F42, "application currency code", .numeric, 2, 2, .card),
        .init(0x9F44, "application currency exponent", .numeric, 1, 1, .card),
        .init(0x9F45, "data authentication code", .binary, 2, 2, .card, "B2 §5"),
        .init(0x9F46, "card public key certificate", .binary, 1, 248, .card, "B2 §6"),
        .init(0x9F47, "card public key exponent", .binary, 1, 3, .card, "B2 §6"),
        .init(0x9F48, "card public key remainder", .binary, 1, 248, .card, "B2 §6"),
        .init(0x9F49, "dynamic data authentication data object list", .binary, 1, 252, .card, "B3 §5.4"),
        .init(0x9F4A, "static data authentication tag list", .binary, 1, 252, .card, "B2 §5"),
        .init(0x9F4B, "signed dynamic application data", .binary, 1, 248, .card, "B2 §6"),
        .init(0x9F4C, "card dynamic number", .binary, 2, 8, .card, "B2 §6"),
        .init(0x9F4D, "log entry", .binary, 2, 2, .card, "B3 D"),
        .init(0x9F4E, "merchant name and location", .special, 1, 255, .terminal),
        .init(0x9F4F, "log format", .binary, 1, 252, .card, "B3 D"),
        .init(0x9F5B, "issuer script results", .binary, 5, 255, .terminal, "B4 A5 [check]"),
        .init(0x9F66, "terminal transaction qualifiers", .binary, 4, 4, .terminal, "Book A [check]"),
        .init(0x9F69, "card authentication related data", .binary, 5, 16, .card, "Book C-3 A [check]"),
        .init(0x9F6B, "track 2 data", .binary, 1, 19, .card, "Book C-2 A [check]", secrecy: .track),
        .init(0x9F6C, "card transaction qualifiers", .binary, 2, 2, .card, "Book C-3 A [check]"),
        .init(0x9F6E, "form factor indicator", .binary, 1, 32, .card, "Book C-3 A [check]"),
    ]
}
