import TenderBytes

@testable import TenderEMV

/// A test card of a scheme from a file: the scheme's public test key, a terminal, a transaction, and what the card answered.
struct PublishedCard {
    static let names = ["sda", "dda", "cda"]

    private let configuration: ContactConfiguration
    private let values: [String: [String]]
    private let exchanges: [(command: String, answer: String)]

    init(_ name: String) throws {
        let lines = try Vectors.lines("contact/published-\(name).txt").map { $0.split(separator: " ").map(String.init) }
        values = [String: [String]](lines.map { ($0[0], [String]($0.dropFirst())) }) { first, _ in first }
        let commands = lines.filter { $0[0] == ">" }.map { $0[1] }
        exchanges = zip(commands, lines.filter { $0[0] == "<" }.map { $0[1] }).map { ($0, $1) }
        configuration = try Self.configuration(values)
    }

    /// The outcome that the file says, in words.
    var expected: String { (values["expect"] ?? []).joined(separator: " ") }

    /// The headers of commands whose answers no signature covers, or not all of them.
    var unsigned: [String] { values["unsigned"] ?? [] }

    /// The header of a command.
    func command(_ exchange: Int) -> String { String(exchanges[exchange].command.prefix(8)) }

    /// The places of the bytes of answers.
    var places: [(exchange: Int, byte: Int)] {
        exchanges.indices.flatMap { index in
            (0..<(exchanges[index].answer.count / 2 - 2)).map { (index, $0) }
        }
    }

    private static func configuration(_ values: [String: [String]]) throws -> ContactConfiguration {
        let words = values["capk"] ?? []
        let key = words.map { Hex.decode($0) ?? [] }
        let sum = CAKey.checkSum(provider: key[0], index: key[1][0], modulus: key[2], exponent: key[3])
        let text = { values[$0]?.first ?? "" }
        return try ContactSamples.configuration(
            """
            {"terminal": {"type": "22", "capabilities": "\(text("capabilities"))",
              "additional_capabilities": "FA00F0A3FF", "country": "\(text("country"))"},
             "applications": [{"aid": "\(text("aid"))", "version": "\(text("version"))", "floor_limit": 100,
              "default_ddol": "9F3704"}],
             "keys": [{"rid": "\(words[0])", "index": "\(words[1])", "modulus": "\(words[2])", "exponent": "\(words[3])",
              "checksum": "\(Hex.encode(sum))"}]}
            """)
    }

    private func bytes(_ name: String) -> [UInt8]? { values[name]?.first.flatMap { Hex.decode($0) } }

    /// Plays the card; `changed` is a byte of an answer whose last bit is another one.
    ///
    /// A command that the file does not have as it is sent gets the answer to the one with its header: what was published
    /// was another terminal's, with data of its own where no signature covers them.
    func play(changed: (exchange: Int, byte: Int)? = nil) throws -> ContactPlay? {
        guard let date = EMVDate(bytes: bytes("date") ?? []),
            let transaction = ContactTransaction(
                amount: values["amount"]?.first.flatMap(UInt64.init) ?? 0, currency: bytes("currency") ?? [],
                date: date,
                time: bytes("time") ?? [], sequenceNumber: 1, pinPad: .enciphersForIssuer, isQuick: false),
            let block = EncipheredPIN(
                block: [UInt8](repeating: 0, count: 8), keySerialNumber: [UInt8](repeating: 0, count: 10)),
            var play = ContactPlay(configuration, transaction)
        else { return nil }
        let (random, processingValues) = (bytes("random") ?? [], bytes("processing"))
        play.run { machine, action in
            if let processingValues { machine.processingValues = SecretBytes(processingValues) }
            return switch action {
            case .transmit(let command):
                answer(Hex.encode(command.open).uppercased(), changed).map { .answered(SecretBytes($0)) } ?? .cardFailed
            case .drawRandom: .randomDrawn(SecretBytes(random))
            case .askPIN: .pinEnded(.enciphered(block))
            case .choose, .confirm, .sayTryAgain, .sayWrongPIN, .stopPIN, .lookUp, .startTimer, .finish, .conclude: nil
            }
        }
        return play
    }

    private func answer(_ command: String, _ changed: (exchange: Int, byte: Int)?) -> [UInt8]? {
        let index =
            exchanges.firstIndex { $0.command == command }
            ?? exchanges.firstIndex { $0.command.prefix(8) == command.prefix(8) }
        guard let index, var bytes = Hex.decode(exchanges[index].answer) else { return [0x6A, 0x82] }
        if let changed, changed.exchange == index { bytes[changed.byte] ^= 1 }
        return bytes
    }
}
