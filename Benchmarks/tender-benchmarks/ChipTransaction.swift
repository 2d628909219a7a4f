import TenderBytes
import TenderEMV

/// A recorded card, and transactions with it up to the answer to the first GENERATE AC.
struct ChipTransaction {
    static let names = ["sda", "dda", "cda", "cda1408", "cda1408f4"]

    let configuration: ContactConfiguration
    let transaction: ContactTransaction
    let exchanges: [RecordedExchange]
    private let number = SecretBytes([0x11, 0x22, 0x33, 0x44])

    init(_ name: String) throws {
        let lines = try EMVMaterial.lines("contact/card-\(name).txt")
        exchanges = try RecordedExchange.all(lines)
        configuration = try ContactConfiguration(parsing: [UInt8](try Self.file(lines).utf8))
        guard let today = EMVDate(bytes: [0x25, 0x01, 0x15]),
            let transaction = ContactTransaction(
                amount: 1000, currency: [0x08, 0x26], date: today, time: [0x12, 0x34, 0x56], sequenceNumber: 1,
                isQuick: false)
        else { throw BenchmarkError.brokenPromise }
        self.transaction = transaction
    }

    private static func file(_ lines: [[String]]) throws -> String {
        let values = [String: String](lines.filter { $0.count == 3 }.map { ($0[1], $0[2]) }) { first, _ in first }
        let named: Set = ["9F1A", "9F1B", "9F33", "9F35", "9F40", "9F49"]
        let elements = lines.filter { $0[0] == "config" && !named.contains($0[1]) }.map { "\"\($0[1])\": \"\($0[2])\"" }
        guard let key = lines.first(where: { $0[0] == "capk" }) else { throw BenchmarkError.brokenPromise }
        let parts = try key[1...4].map { try EMVMaterial.bytes($0) }
        let sum = CAKey.checkSum(provider: parts[0], index: parts[1][0], modulus: parts[2], exponent: parts[3])
        return """
            {"terminal": {"type": "\(values["9F35"] ?? "")", "capabilities": "\(values["9F33"] ?? "")",
              "additional_capabilities": "\(values["9F40"] ?? "")", "country": "0826",
              "elements": {\(elements.joined(separator: ","))}},
             "applications": [{"aid": "F0000000011010", "version": "0096", "floor_limit": 100,
              "default_ddol": "\(values["9F49"] ?? "")"}],
             "keys": [{"rid": "\(key[1])", "index": "\(key[2])", "modulus": "\(key[3])", "exponent": "\(key[4])",
              "checksum": "\(Hex.encode(sum))"}]}
            """
    }

    /// Pays once, up to the issuer; the card is looked up by bytes, from the last command on.
    ///
    /// - Returns: The machine, which waits for the issuer's answer.
    @discardableResult func run() throws -> ContactMachine {
        guard var machine = ContactMachine(configuration: configuration, transaction: transaction) else {
            throw BenchmarkError.brokenPromise
        }
        var place = 0
        var next: ContactEvent? = .started
        while let event = next {
            next = nil
            for action in try machine.handle(event) {
                switch action {
                case .transmit(let command): next = .answered(try exchanges.answer(to: command, from: &place))
                case .drawRandom: next = .randomDrawn(number)
                case .finish(.onlineRequired): return machine
                default: throw BenchmarkError.notApproved
                }
            }
        }
        throw BenchmarkError.notApproved
    }
}

/// The second half of a transaction with a recorded card: the issuer's answer with a script before and one after the second
/// GENERATE AC.
struct ChipSecondHalf {
    private static let scripts = ["71", "72"].map { $0 + "169F180400000001860D841E000008AABBCCDDEEFF0011" }.joined()
    private static let taken = SecretBytes([0x90, 0x00])

    private let machine: ContactMachine
    private let objects: SecretBytes
    private let cryptogram: SecretBytes

    init(_ transaction: ChipTransaction) throws {
        machine = try transaction.run()
        objects = SecretBytes(try EMVMaterial.bytes("8A023030910A01020304050607083030" + Self.scripts))
        cryptogram = SecretBytes(try EMVMaterial.bytes("800B400010BBBBBBBBBBBBBBBB9000"))
    }

    /// Ends the transaction once; the card takes every command.
    func run() throws {
        guard let answer = ContactIssuerAnswer(parsing: objects) else { throw BenchmarkError.brokenPromise }
        var machine = machine
        var next: ContactEvent? = .issuerAnswered(answer)
        while let event = next {
            next = nil
            for action in try machine.handle(event) {
                switch action {
                case .transmit(let command):
                    let isCryptogram = command.withUnsafeBytes { $0.starts(with: [0x80, 0xAE]) }
                    next = .answered(isCryptogram ? cryptogram : Self.taken)
                case .conclude(let conclusion):
                    guard conclusion.verdict == .approved else { throw BenchmarkError.notApproved }
                    return
                default: throw BenchmarkError.notApproved
                }
            }
        }
        throw BenchmarkError.notApproved
    }
}

/// The first list of a card's risk management, and what it is filled from.
struct CardList {
    private let list: DOL
    private let data: ContactData
    var count: Int { list.count }

    init(_ card: ChipTransaction) throws {
        let records = card.exchanges.map(\.answer).filter { $0.withUnsafeBytes { $0.first == 0x70 } }
        let messages = try records.map { try TLV($0.withUnsafeBytes { [UInt8]($0.dropLast(2)) }) }
        guard let value = messages.lazy.compactMap({ $0.first(0x8C) }).first else { throw BenchmarkError.brokenPromise }
        list = try DOL(parsing: [UInt8](value))
        var data = ContactData(card.transaction, card.configuration)
        data.begin(0, name: card.configuration.applications[0].identifier)
        data.terminal[0x95] = TVR.onExceptionFile.bytes
        data.terminal[0x9F37] = [0x11, 0x22, 0x33, 0x44]
        self.data = data
    }

    /// Fills the list, and returns the number of bytes.
    func filled() -> Int { data.fill(list).count }
}
