import TenderBytes
import TenderEMV

/// A recorded contactless card, and transactions with it up to the request for the issuer.
struct ContactlessTransaction {
    static let names = ["kernel2", "kernel3"]

    private let configuration: ContactConfiguration
    private let transaction: ContactTransaction
    private let exchanges: [RecordedExchange]
    private let number = SecretBytes([0x11, 0x22, 0x33, 0x44])

    init(_ name: String) throws {
        let lines = try EMVMaterial.lines("contactless/card-\(name).txt")
        exchanges = try RecordedExchange.all(lines)
        let file = lines.filter { $0[0] == "file" }.map { $0.dropFirst().joined(separator: " ") }
        configuration = try ContactConfiguration(parsing: [UInt8](file.joined().utf8))
        guard let today = EMVDate(bytes: [0x25, 0x01, 0x15]),
            let transaction = ContactTransaction(
                amount: 1000, currency: [0x08, 0x26], date: today, time: [0x12, 0x34, 0x56], sequenceNumber: 1)
        else { throw BenchmarkError.brokenPromise }
        self.transaction = transaction
    }

    /// Pays once.
    func run() throws {
        guard var machine = ContactlessMachine(configuration: configuration, transaction: transaction) else {
            throw BenchmarkError.brokenPromise
        }
        var place = 0
        var next: ContactlessEvent? = .started
        while let event = next {
            next = nil
            for action in try machine.handle(event) {
                switch action {
                case .awaitCard: next = .cardPresented
                case .transmit(let command): next = .answered(try exchanges.answer(to: command, from: &place))
                case .drawRandom: next = .randomDrawn(number)
                case .finish(.onlineRequired): return
                default: throw BenchmarkError.notApproved
                }
            }
        }
        throw BenchmarkError.notApproved
    }
}
