import SimulatedCard
import SimulatedDevices
import TenderAPI
import TenderTestSupport
import Testing

/// A till of the service at a terminal that is reader and gateway in one, measured by the terminal's own ledger.
@Suite(.timeLimit(.minutes(3))) struct ZVTTillTests {
    private static func open(_ terminal: SimulatedZVTCounter) async throws -> ServiceCounter {
        try await ServiceCounter(terminal.address)
    }

    @Test func aSaleIsChargedOnceAndToldAgainAfterARestart() async throws {
        let terminal = try await SimulatedZVTCounter()
        let counter = try await Self.open(terminal)
        let id = try await counter.payment()
        let sold = try await counter.sell(id, key: "1")
        #expect(sold["outcome"] == "approved", "\(sold)")
        #expect(sold["payment_intent"]?["status"] == "succeeded")
        try await counter.restart()
        let again = try await counter.sell(id, key: "1")
        #expect(again == sold)
        #expect(terminal.entries.map(\.moved) == [1000])
        let back = try await counter.call("create_refund", ["payment_intent": .string(id), "amount": 400], key: "back")
        #expect(back["outcome"] == "succeeded", "\(back)")
        await counter.close()
        await terminal.close()
    }

    @Test func aDeclineAndAStopChargeNothing() async throws {
        let declining = try await SimulatedZVTCounter(card: try .named("chargeDeclined"))
        let counter = try await Self.open(declining)
        let declined = try await counter.sell(try await counter.payment(), key: "1")
        #expect(declined["outcome"] == "declined", "\(declined)")
        await counter.close()
        let waiting = try await SimulatedZVTCounter(presentsCard: false)
        let second = try await Self.open(waiting)
        let id = try await second.payment()
        async let sale = second.sell(id, key: "1")
        try await waitUntil { try await second.call("stop")["outcome"] != "nothing_to_stop" }
        let stopped = try await sale
        #expect(stopped["outcome"] == "canceled", "\(stopped)")
        #expect(declining.entries.map(\.moved) + waiting.entries.map(\.moved) == [])
        await second.close()
        await declining.close()
        await waiting.close()
    }

    /// The answer is lost: the same command is asked about, and charges no second time, also after a restart.
    @Test func aLostAnswerIsFoundUnderTheSameKey() async throws {
        var wrong: [String] = []
        for fault in [DeviceFault(.loseCompletion, at: 1), DeviceFault(.unplug, at: 13)] {
            let terminal = try await SimulatedZVTCounter(faults: [fault])
            let counter = try await Self.open(terminal)
            let id = try await counter.payment()
            let first = try await counter.sell(id, key: "1")["outcome"]?.string ?? ""
            try await counter.restart()
            try await counter.call("connect_reader")
            let second = try await counter.sell(id, key: "1")["outcome"]?.string ?? ""
            let moved = terminal.entries.map(\.moved)
            let isTrue = second == "approved" ? moved == [1000] : moved == [] || second == "unknown"
            if !isTrue || moved.count > 1 { wrong.append("\(fault): \(first), \(second), \(moved)") }
            await counter.close()
            await terminal.close()
        }
        #expect(wrong == [])
    }

    /// A terminal that is off in the morning keeps no service from starting, nor one whose payment no card was asked for yet
    /// from being paid.
    @Test func whatWasMadeBeforeARestartIsPaidAfterIt() async throws {
        let terminal = try await SimulatedZVTCounter()
        let counter = try await Self.open(terminal)
        let id = try await counter.payment()
        try await counter.restart()
        #expect(try await counter.call("retrieve_payment_intent", id: id)["payment_intent"]?["amount"] == 1000)
        try await counter.call("connect_reader")
        let sold = try await counter.sell(id, key: "1")
        #expect(sold["outcome"] == "approved", "\(sold)")
        await terminal.close()
        try await counter.restart()
        #expect(try await counter.call("connect_reader")["outcome"] == "failed")
        await counter.close()
    }

    @Test func whatWasCanceledBeforeARestartIsNotPaidAfterIt() async throws {
        let terminal = try await SimulatedZVTCounter()
        let counter = try await Self.open(terminal)
        let id = try await counter.payment()
        #expect(try await counter.call("cancel_payment_intent", id: id, key: "no")["outcome"] == "canceled")
        try await counter.restart()
        try await counter.call("connect_reader")
        let sold = try await counter.sell(id, key: "1")
        #expect(sold["error"]?["code"] == "unexpectedState", "\(sold)")
        #expect(terminal.entries.map(\.moved) == [])
        await counter.close()
        await terminal.close()
    }

    /// What only a payments API can honour is refused, and not passed over.
    @Test func whatATerminalCannotHonourIsRefused() async throws {
        let terminal = try await SimulatedZVTCounter()
        let counter = try await Self.open(terminal)
        let wishes: [(String, APIValue)] = [
            ("application_fee_amount", 10), ("transfer_destination", "acct_1"), ("on_behalf_of", "acct_1"),
            ("transfer_group", "g"), ("setup_future_usage", "off_session"), ("request_partial_authorization", true),
            ("statement_descriptor_suffix", "x"),
        ]
        var accepted: [String] = []
        for (name, value) in wishes {
            let input: APIValue = .object(["amount": 1000, "currency": "eur", name: value])
            let answer = try await counter.call("create_payment_intent", input, key: name)
            if answer["error"]?["code"] != "invalidParameter" { accepted.append("\(name): \(answer)") }
        }
        #expect(accepted == [])
        await counter.close()
        await terminal.close()
    }
}
