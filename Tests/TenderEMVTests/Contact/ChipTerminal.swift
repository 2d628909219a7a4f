import SimulatedCard
import TenderBytes

@testable import TenderEMV

/// Configurations of a terminal that accepts every simulated card.
enum ChipTerminal {
    /// The names of the applications of all cards.
    static let names = Set(ChipProfile.all.flatMap { $0.applications.map(\.identifier) }).sorted()
    /// What the names begin with: their providers.
    static let providers = Set(names.map { String($0.prefix(10)) }).sorted()
    /// A pad that can do what no card asks of another one.
    static let pad: ContactTransaction.PINPad = [.handsOutDigits, .enciphersForIssuer]
    /// A terminal with every method there is; `nil` if it is no configuration.
    static let usual = configuration()

    /// - Parameters:
    ///   - capabilities: Tag 9F33, in hexadecimal.
    ///   - denial: What of the results makes the terminal decline, in hexadecimal.
    ///   - names: The names of the applications, or what they begin with.
    ///   - approvesOffline: Whether the card may decide, which no configuration says yet.
    static func configuration(
        capabilities: String = "E0F8C8", usesDirectory: Bool = true, floorLimit: Int = 10_000,
        denial: String = "0000000000", names: [String] = names, approvesOffline: Bool = false
    ) -> ContactConfiguration? {
        let applications = names.map {
            """
            {"aid": "\($0)", "partial": true, "version": "0096", "floor_limit": \(floorLimit), "action_codes":
              {"denial": "\(denial)", "online": "CC00000000", "default": "CC00000000"}}
            """
        }
        var configuration = try? ContactSamples.configuration(
            """
            {"terminal": {"type": "22", "capabilities": "\(capabilities)", "additional_capabilities": "FA00F0A3FF",
              "country": "0840", "uses_directory": \(usesDirectory)},
             "applications": [\(applications.joined(separator: ","))], "keys": [\(keys)]}
            """)
        configuration?.terminal.approvesOffline = approvesOffline
        return configuration
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
