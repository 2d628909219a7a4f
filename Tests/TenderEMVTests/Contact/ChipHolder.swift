import SimulatedCard
import TenderBytes

@testable import TenderEMV

/// A way to verify the holder: the card's rules, what the pad can do, and what must come of it.
struct ChipHolder {
    let name: String
    let rules: [UInt8]
    var pad = ChipTerminal.pad
    /// The third byte of the terminal's results.
    var results: UInt8 = 0
    /// Method, condition and result, and what else the merchant is told.
    let ending: String

    static let all = [
        ChipHolder(name: "plain", rules: [0x41, 3], ending: "410302"),
        ChipHolder(name: "plain on the pad", rules: [1, 3], pad: .verifiesOnReader, ending: "010302"),
        ChipHolder(name: "plain, signed", rules: [3, 0], ending: "030000 sign"),
        ChipHolder(name: "enciphered", rules: [0x44, 3], ending: "440302"),
        ChipHolder(name: "enciphered, signed", rules: [5, 0], ending: "050000 sign"),
        ChipHolder(name: "online", rules: [0x42, 3], results: 4, ending: "420300 pin"),
        ChipHolder(name: "signature", rules: [0x5E, 3], ending: "5E0300 sign"),
        ChipHolder(name: "nothing", rules: [0x1F, 0], ending: "1F0002"),
    ]

    /// The results of the terminal and the status, in hexadecimal, with further bits of the second half.
    func words(_ authentication: OfflineAuthentication, _ results: TVR = [], _ status: TSI = []) -> String {
        let proof: UInt8 =
            switch authentication {
            case .none: 0x80
            case .sda: 0x02
            case .dda, .cda: 0
            }
        let first: TSI = [.cardholderVerification, .cardRiskManagement, .terminalRiskManagement]
        let all = first.union(authentication == .none ? [] : .dataAuthentication).union(status)
        let bytes = zip([proof, 0, self.results, 0, 0], results.bytes).map { $0 | $1 }
        return "\(Hex.encode(bytes)) \(Hex.encode(all.bytes))".uppercased()
    }
}
