import TenderBytes

@testable import TenderEMV

/// A whole synthetic card from a file: its authority, a terminal, a transaction, and what it answers.
struct RecordedCard {
    static let names = ["sda", "dda", "cda", "cda1408", "cda1408f4"]

    let configuration: ContactConfiguration
    private let lines: [[String]]
    let commands: [String]
    let answers: [String: String]

    init(_ name: String, combinedMode: Int = 1) throws {
        lines = try Vectors.lines("contact/card-\(name).txt").map { $0.split(separator: " ").map(String.init) }
        commands = lines.filter { $0[0] == ">" }.map { $0[1] }
        answers = [String: String](
            zip(commands, lines.filter { $0[0] == "<" }.map { $0[1] }).map { ($0, $1) }
        ) { first, _ in first }
        let keys = lines.filter { $0[0] == "capk" }.map(Self.key).joined(separator: ",")
        let values = [String: String](lines.filter { $0.count == 3 }.map { ($0[1], $0[2]) }) { first, _ in first }
        let named: Set = ["9F1A", "9F1B", "9F33", "9F35", "9F40", "9F49"]
        let others = lines.filter { $0[0] == "config" && !named.contains($0[1]) }.map { "\"\($0[1])\": \"\($0[2])\"" }
        configuration = try ContactSamples.configuration(
            ContactSamples.file(
                terminal: ", \"combined_mode\": \(combinedMode), \"elements\": {\(others.joined(separator: ","))}",
                application: ", \"default_ddol\": \"\(values["9F49"] ?? "")\"", keys: ", \"keys\": [\(keys)]",
                type: values["9F35"] ?? "", capabilities: values["9F33"] ?? "", floorLimit: 100,
                additional: values["9F40"] ?? ""))
    }

    private static func key(_ line: [String]) -> String {
        let bytes = line[1...4].map { Hex.decode($0) ?? [] }
        let sum = CAKey.checkSum(
            provider: bytes[0], index: bytes[1].first ?? 0, modulus: bytes[2], exponent: bytes[3])
        return """
            {"rid": "\(line[1])", "index": "\(line[2])", "modulus": "\(line[3])", "exponent": "\(line[4])",
             "checksum": "\(Hex.encode(sum))"}
            """
    }

    /// The results that the file says.
    var expected: String { lines.first { $0[0] == "expect" }?[2] ?? "" }

    /// Plays the card; `change` may put something else in place of an answer.
    func play(
        isQuick: Bool = false, _ change: (_ command: String, _ answer: String?) -> String? = { $1 }
    ) -> ContactPlay? {
        let transaction = ContactSamples.transaction(isQuick: isQuick)
        var play = ContactPlay(configuration, transaction)
        play?.run(random: { _ in [0x11, 0x22, 0x33, 0x44] }) { change($0, answers[$0]) }
        return play
    }
}
