import Foundation
import ServiceTills
import SimulatedCard
import Tender
import TenderAPI
import TenderService
import TenderTestSupport
import Testing

/// A till of the service at one reader, which can be closed and opened again.
actor ServiceCounter {
    private nonisolated let folder: URL
    /// The path of the till's journal.
    nonisolated var journal: String { folder.path + "/till.journal" }
    private let wish: ServiceTills.Wish
    private let equipment: ServiceTills.Equipment
    private var tills: ServiceTills

    init(_ reader: ReaderAddress, cards: [SimulatedCard] = [], sealer: (any CardSealer)? = nil) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "tender-tills-\(UUID().uuidString)")
        try ServiceTills.makeFolder(folder.path)
        wish = ServiceTills.Wish(name: "till", reader: reader)
        equipment = ServiceTills.Equipment(cards: cards, contact: nil, sealer: sealer, policy: Self.policy)
        tills = try await ServiceTills.open([wish], in: folder.path, with: equipment, gateway: nil)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static let policy = PaymentPolicy(
        maximumSends: 2, maximumAsks: 2, firstPause: .milliseconds(1), longestPause: .milliseconds(2))

    var desk: TillDesk { tills.desks[0] }

    func close() async {
        await desk.close()
        tills.stopGateway()
    }

    /// Closes the till and opens it again, as after a restart.
    func restart() async throws {
        await close()
        tills = try await ServiceTills.open([wish], in: folder.path, with: equipment, gateway: nil)
    }

    /// Makes a call.
    @discardableResult
    func call(
        _ name: String, _ input: APIValue = .null, id: String? = nil, key: String? = nil
    ) async throws -> APIValue {
        let call = try #require(ServiceCall.named(name))
        let checked = try ServiceInput(input, path: id.map { ["id": $0] } ?? [:], fields: call.fields)
        let answer = await desk.answer(call, checked, from: "web", key: key)
        return try JSONDecoder().decode(APIValue.self, from: Data(answer.body))
    }

    /// Connects the reader and creates a payment of 10.00 EUR; returns its ID.
    func payment(capture: String = "automatic", key: String = "create") async throws -> String {
        let connected = try await call("connect_reader")
        try #require(connected["outcome"] == "done", "\(connected)")
        let input: APIValue = ["amount": 1000, "currency": "eur", "capture_method": .string(capture)]
        return try #require(try await call("create_payment_intent", input, key: key)["payment_intent"]?["id"]?.string)
    }

    /// Collects a card and confirms; returns the answer.
    func sell(_ id: String, key: String) async throws -> APIValue {
        try await call("process_payment_intent", id: id, key: key)
    }
}
