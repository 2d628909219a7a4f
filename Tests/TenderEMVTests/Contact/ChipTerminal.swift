import SimulatedDevices

@testable import TenderEMV

/// Configurations of a terminal that accepts every simulated card.
enum ChipTerminal {
    /// A pad that can do what no card asks of another one.
    static let pad: ContactTransaction.PINPad = [.handsOutDigits, .enciphersForIssuer]
    /// A terminal with every method there is; `nil` if it is no configuration.
    static let usual = configuration()

    /// - Parameters:
    ///   - capabilities: Tag 9F33, in hexadecimal.
    ///   - denial: What of the results makes the terminal decline, in hexadecimal.
    ///   - names: The names of the applications, or what they begin with.
    ///   - approvesOffline: Whether the card may decide.
    ///   - combinedMode: When a combined signature is asked for, 1 to 4.
    static func configuration(
        capabilities: String = "E0F8C8", usesDirectory: Bool = true, floorLimit: Int = 10_000,
        denial: String = "0000000000", names: [String] = SimulatedTerminal.names, approvesOffline: Bool = false,
        combinedMode: Int = 1
    ) -> ContactConfiguration? {
        let file = SimulatedTerminal.file(
            capabilities: capabilities, usesDirectory: usesDirectory, floorLimit: floorLimit, denial: denial,
            names: names)
        let more = "\"approves_offline\": \(approvesOffline), \"combined_mode\": \(combinedMode), \"country\""
        return try? ContactSamples.configuration(file.replacing("\"country\"", with: more))
    }
}
