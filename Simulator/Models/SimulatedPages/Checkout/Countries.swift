/// The countries that a form offers, by their names in English.
///
/// Source: ISO 3166-1, the countries in which cards of the test catalogue are issued.
enum Countries {
    static let all: [(code: String, name: String)] = [
        ("AR", "Argentina"), ("AU", "Australia"), ("AT", "Austria"), ("BE", "Belgium"), ("BR", "Brazil"),
        ("BG", "Bulgaria"), ("CA", "Canada"), ("CL", "Chile"), ("CN", "China"), ("CO", "Colombia"),
        ("CR", "Costa Rica"), ("HR", "Croatia"), ("CY", "Cyprus"), ("CZ", "Czechia"), ("DK", "Denmark"),
        ("EC", "Ecuador"), ("EE", "Estonia"), ("FI", "Finland"), ("FR", "France"), ("DE", "Germany"),
        ("GI", "Gibraltar"), ("GR", "Greece"), ("HK", "Hong Kong"), ("HU", "Hungary"), ("IS", "Iceland"),
        ("IN", "India"), ("IE", "Ireland"), ("IT", "Italy"), ("JP", "Japan"), ("LV", "Latvia"),
        ("LI", "Liechtenstein"), ("LT", "Lithuania"), ("LU", "Luxembourg"), ("MY", "Malaysia"), ("MT", "Malta"),
        ("MX", "Mexico"), ("NL", "Netherlands"), ("NZ", "New Zealand"), ("NO", "Norway"), ("PA", "Panama"),
        ("PY", "Paraguay"), ("PE", "Peru"), ("PL", "Poland"), ("PT", "Portugal"), ("RO", "Romania"),
        ("SA", "Saudi Arabia"), ("SG", "Singapore"), ("SK", "Slovakia"), ("SI", "Slovenia"), ("ES", "Spain"),
        ("SE", "Sweden"), ("CH", "Switzerland"), ("TW", "Taiwan"), ("TH", "Thailand"),
        ("AE", "United Arab Emirates"), ("GB", "United Kingdom"), ("US", "United States"), ("UY", "Uruguay"),
    ]

    /// Returns the countries with some codes; one without a name stands for itself.
    static func named(_ codes: [String]) -> [(code: String, name: String)] {
        codes.map { code in all.first { $0.code == code } ?? (code, code) }.sorted { $0.name < $1.name }
    }
}
