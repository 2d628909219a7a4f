import Testing

@testable import TenderService

/// The table of calls.
@Suite struct ServiceCallTests {
    @Test func namesAreTold() {
        #expect(ServiceCall.all.count == Set(ServiceCall.all.map(\.name)).count)
        #expect(ServiceCall.named("process_payment_intent")?.path == "payment_intents/{id}/process")
        #expect(ServiceCall.named("pay") == nil)
    }

    /// Every path leads to its own call and to no other.
    @Test(arguments: ServiceCall.all.map(\.name)) func everyPathIsFound(_ name: String) throws {
        let call = try #require(ServiceCall.named(name))
        let pieces = call.path.split(separator: "/").map { $0 == "{id}" ? "pi_1" : String($0) }
        guard case .call(let found, let values) = ServiceCall.match(call.method.rawValue, pieces) else {
            Issue.record("\(call.path) leads nowhere")
            return
        }
        #expect(found.name == name)
        #expect(values == (call.path.contains("{id}") ? ["id": "pi_1"] : [:]))
    }

    @Test func anotherMethodIsTold() {
        guard case .otherMethods(let methods) = ServiceCall.match("DELETE", ["payment_intents", "pi_1"]) else {
            Issue.record("DELETE is a method of no call")
            return
        }
        #expect(Set(methods) == ["GET", "POST"])
    }

    @Test(arguments: [
        ["nothing"], ["payment_intents", "pi_1", "pay"], ["payment_intents", "pi%2F1"], ["offline", ""],
    ])
    func otherPathsLeadNowhere(_ pieces: [String]) {
        guard case .nothing = ServiceCall.match("GET", pieces) else {
            Issue.record("\(pieces) leads somewhere")
            return
        }
    }

    /// What moves money, or asks for a card, is one command under its key; what else needs no key is listed here, with why.
    @Test func whatMovesMoneyNeedsAKey() {
        let free: Set = [
            // It stops, shows or reads; what is given back is named.
            "stop", "present_card", "stop_and_reverse", "collect_data",
            // It only asks again for what is known to the gateway.
            "resolve_payment_intent",
            // It records what a person has seen.
            "claim_payment",
            // It answers a question that it names.
            "choose_application",
        ]
        for call in ServiceCall.all where [.sell, .refund].contains(call.right) {
            #expect(call.needsKey != free.contains(call.name), "\(call.name)")
        }
    }

    @Test func aCardIsNeverAskedForAgainUnderTheSameKey() {
        for call in ServiceCall.all where call.name.hasPrefix("process_") || call.name.hasPrefix("co") {
            guard call.needsKey else { continue }
            switch call.repetition {
            case .lookedUp, .continuedIf: continue
            case .free, .continued: Issue.record("\(call.name) asks for a card again")
            }
        }
    }

    @Test func readingChangesNothing() {
        for call in ServiceCall.all {
            #expect((call.method == .get) == (call.right == .read), "\(call.name)")
        }
    }
}
