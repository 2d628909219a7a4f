import Foundation
@testable import SimulatedPayments

/// A shop's webhook endpoints and what is delivered to them.
extension Shop {
    mutating func delete(_ path: String, key: String? = nil) -> Answer {
        Answer(payments.handle(request("DELETE", path, key: key), now: now))
    }

    /// Makes a webhook endpoint; gives its id.
    mutating func listen(_ url: String = "http://127.0.0.1:9/hook", to events: String..., more: Form = []) -> Answer {
        let names = events.isEmpty ? ["*"] : events
        return post("webhook_endpoints", [("url", url)] + names.map { ("enabled_events[]", $0) } + more)
    }

    /// Makes something happen; gives the id of its object.
    mutating func happen() -> String { create(1000).id }

    mutating func takeDeliveries(limit: Int = 100) -> [WebhookDelivery] {
        payments.takeDueDeliveries(now: now, signedAt: now, limit: limit)
    }

    mutating func handBack(_ delivery: WebhookDelivery, _ outcome: WebhookOutcome) {
        payments.delivered(delivery.id, outcome, now: now)
    }

    /// The newest events first.
    mutating func events(_ form: Form = [], key: String? = nil) -> [JSONValue] {
        get("events", [("limit", "100")] + form, key: key)["data"]?.elements ?? []
    }
}

extension WebhookDelivery {
    /// The event that is delivered.
    var event: JSONValue { (try? JSONDecoder().decode(JSONValue.self, from: Data(body))) ?? .null }

    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

/// The rows of a gateway as a table keeps them.
struct Rows {
    private var rows: [StoredRecord] = []

    mutating func save(_ records: [StoredRecord]) {
        for record in records {
            let index = rows.firstIndex { $0.kind == record.kind && $0.id == record.id }
            switch (index, record.content) {
            case (let index?, nil): rows.remove(at: index)
            case (let index?, _): rows[index] = record
            case (nil, nil): break
            case (nil, _): rows.append(record)
            }
        }
    }

    func restored() throws -> SimulatedPayments {
        try SimulatedPayments(seed: [UInt8(rows.count & 0xFF)], records: rows)
    }
}

/// Random numbers from a seed.
struct Dice {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func roll(_ sides: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(sides))
    }
}
