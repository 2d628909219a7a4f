import Foundation
import TenderFlow
import TenderJournal
import TenderModel
import TenderRecords
import TenderSQLite

/// A folder with a journal in it, removed with the last reference.
final class JournalFixture: Sendable {
    static let binding = JournalBinding(gateway: "https://gateway.test", account: "acct_1")

    let folder: String
    let path: String

    init() throws {
        folder = NSTemporaryDirectory() + "tender-journal-" + UUID().uuidString
        path = folder + "/shop.journal"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// Copies a journal of the folder `Fixtures` and its head.
    convenience init(copying name: String) throws {
        try self.init()
        for end in ["", ".head"] {
            let file = "Fixtures/\(name).journal\(end)"
            guard let source = Bundle.module.path(forResource: file, ofType: nil) else {
                throw NoSuchFixture(file: file)
            }
            try FileManager.default.copyItem(atPath: source, toPath: path + end)
            try chmod(end, 0o600)
        }
    }

    private struct NoSuchFixture: Error {
        let file: String
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func open(
        _ binding: JournalBinding = JournalFixture.binding, rebinds: Bool = false,
        clock: any WallClock = SystemWallClock()
    ) async throws(JournalError) -> SQLiteJournal {
        try await SQLiteJournal(path: path, binding: binding, rebinds: rebinds, clock: clock)
    }

    /// Why it does not open; nil when it does.
    func refusal(_ binding: JournalBinding = JournalFixture.binding) async -> JournalError? {
        do throws(JournalError) {
            await (try open(binding)).close()
            return nil
        } catch {
            return error
        }
    }

    /// A journal of `count` whole payments, closed again.
    func fill(_ count: Int) async throws {
        let journal = try await open()
        for index in 0..<count { try await journal.append(payment: "pi_\(index)") }
        await journal.close()
    }

    /// Changes the closed file as somebody who can write it may.
    func tamper(_ script: String) throws {
        let connection = try SQLiteConnection(path: path, mode: .readWrite, durability: .asIs)
        try connection.execute("DROP TRIGGER records_are_not_changed; DROP TRIGGER records_are_not_deleted")
        try connection.execute(script)
    }

    func verify(_ head: JournalInspector.Head = .beside) async throws(JournalError) -> JournalInspector.Report {
        try await JournalInspector(path: path).verify(head)
    }

    func mode(_ name: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: path + name)[.posixPermissions]) as? Int
    }

    func chmod(_ name: String, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path + name)
    }
}

extension Journal {
    /// A sale that was approved and handed over: four records.
    func append(payment id: String, order: String? = nil) async throws(JournalError) {
        try await append(.opened(id, order: order))
        try await append(.leaving(id, order: order))
        try await append(.approved(id))
        try await append(JournalEntry(intentID: id, attempt: 1, event: .claimed))
    }
}

extension JournalEntry {
    private static let amount = Amount(minorUnits: 1099, currency: .eur)
    private static func terms(_ id: String, _ order: String?) -> PaymentTerms {
        PaymentTerms(intentID: id, amount: amount, baseKey: id, order: order)
    }
    static func confirm(_ id: String) -> PaymentRequest {
        .confirm(IdempotencyKey(base: id, attempt: 1, verb: "confirm"))
    }

    static func opened(_ id: String, order: String? = nil) -> JournalEntry {
        JournalEntry(
            intentID: id, attempt: 1, terms: terms(id, order), event: .attemptOpened(reader: "SIM-1", .none))
    }

    static func leaving(_ id: String, order: String? = nil, send: Int = 1) -> JournalEntry {
        JournalEntry(
            intentID: id, attempt: 1, terms: terms(id, order), event: .requestLeaving(confirm(id), send: send))
    }

    static func stored(_ id: String, payload: [UInt8]) -> JournalEntry {
        let sale = OfflineSale(
            .payment(PaymentIntentParameters(amount)), payloadDigest: EncryptedPayload.digest(ofStored: payload),
            limits: OfflineLimits(perPayment: [amount], stored: [Amount(minorUnits: 100_000, currency: .eur)]))
        return JournalEntry(intentID: id, attempt: 1, event: .offline(.stored(sale)))
    }

    static func approved(_ id: String) -> JournalEntry {
        let facts = IntentFacts(id: id, amount: amount, status: .succeeded, received: 1099)
        return JournalEntry(intentID: id, attempt: 1, event: .settled(confirm(id), .approved(facts), receipt: nil))
    }
}

/// A wall clock that a test sets.
struct FixedWallClock: WallClock {
    var stamp = Stamp(unixMilliseconds: 1_000_000, upMilliseconds: 1_000, boot: 1)
    func now() -> Stamp { stamp }
}
