/// The numbers of an issuer's country (ISO 3166-1) and currency (ISO 4217), two bytes of digits each.
struct ChipCountry {
    let number: [UInt8]
    let currency: [UInt8]

    private static let all = [
        "AU": ChipCountry(number: [0x00, 0x36], currency: [0x00, 0x36]),
        "CA": ChipCountry(number: [0x01, 0x24], currency: [0x01, 0x24]),
        "CN": ChipCountry(number: [0x01, 0x56], currency: [0x01, 0x56]),
        "DE": ChipCountry(number: [0x02, 0x76], currency: [0x09, 0x78]),
        "GB": ChipCountry(number: [0x08, 0x26], currency: [0x08, 0x26]),
        "JP": ChipCountry(number: [0x03, 0x92], currency: [0x03, 0x92]),
        "SG": ChipCountry(number: [0x07, 0x02], currency: [0x07, 0x02]),
    ]

    /// Those of a country by its two letters; of the United States for one that no simulated card comes from.
    static func of(_ letters: String) -> ChipCountry {
        all[letters] ?? ChipCountry(number: [0x08, 0x40], currency: [0x08, 0x40])
    }
}
