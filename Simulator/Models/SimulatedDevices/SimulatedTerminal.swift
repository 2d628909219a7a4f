import SimulatedCard
import TenderBytes
public import TenderEMV

/// The rules of a terminal for the simulated cards, with the keys of their authorities; cards wait for their issuer.
///
/// The keys are published with their private halves: whoever accepts a card by them has proved nothing.
public enum SimulatedTerminal {
    /// The names of the applications of all cards.
    public static let names = Set(ChipProfile.all.flatMap { $0.applications.map(\.identifier) }).sorted()

    /// What the names begin with: their providers.
    public static let providers = Set(names.map { String($0.prefix(10)) }).sorted()

    /// Returns the text of a configuration.
    ///
    /// - Parameters:
    ///   - capabilities: Tag 9F33 in hexadecimal; by default PIN on the reader's pad, signature, and none.
    ///   - usesDirectory: Whether the directory of the card is read first.
    ///   - floorLimit: In the currency's smallest unit.
    ///   - denial: What of the results makes the terminal decline, in hexadecimal.
    ///   - names: The names of the applications, or what they begin with.
    public static func file(
        capabilities: String = "E0A8C8", usesDirectory: Bool = true, floorLimit: Int = 0,
        denial: String = "0000000000", names: [String] = names
    ) -> String {
        let applications = names.map {
            """
            {"aid": "\($0)", "partial": true, "version": "0096", "floor_limit": \(floorLimit), "action_codes":
              {"denial": "\(denial)", "online": "CC00000000", "default": "CC00000000"}}
            """
        }
        return """
            {"terminal": {"type": "22", "capabilities": "\(capabilities)", "additional_capabilities": "FA00F0A3FF",
              "country": "0840", "uses_directory": \(usesDirectory), "quick_chip": false},
             "applications": [\(applications.joined(separator: ","))], "keys": [\(keys)]}
            """
    }

    /// Reads a configuration for the simulated cards; the parameters are those of `file`.
    ///
    /// - Throws: `ContactConfigurationError` for a parameter that is none.
    public static func configuration(
        capabilities: String = "E0A8C8", denial: String = "0000000000"
    ) throws(ContactConfigurationError) -> ContactConfiguration {
        try ContactConfiguration(parsing: [UInt8](file(capabilities: capabilities, denial: denial).utf8))
    }

    /// Both authorities, for every provider.
    private static let keys = providers.flatMap { provider in
        CardAuthority.all.map { key(of: $0, provider) }
    }.joined(separator: ",")

    private static func key(of authority: CardAuthority, _ provider: String) -> String {
        let sum = authority.checksum(provider: Hex.decode(provider) ?? [])
        return """
            {"rid": "\(provider)", "index": "\(Hex.encode([authority.index]))",
             "modulus": "\(Hex.encode(authority.modulus))", "exponent": "\(Hex.encode(authority.exponent))",
             "checksum": "\(Hex.encode(sum))"}
            """
    }
}
