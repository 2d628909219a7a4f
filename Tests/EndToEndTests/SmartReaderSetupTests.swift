import Foundation
import SimulatedCard
import SimulatedGateway
import SimulatedPayments
import Tender
import Testing

/// Cards that are saved at a simulated smart reader, measured by what the gateway has of the customer.
@Suite(.timeLimit(.minutes(2))) struct SmartReaderSetupTests {
    @Test func aCardIsCollectedAndSavedOnce() async throws {
        let counter = try SmartReaderCounter()
        let reader = try await counter.open()
        let intent = try await counter.createSetup()
        let collected = try await counter.terminal.collectSetupIntentPaymentMethod(intent, allowRedisplay: .limited)
        let before = try await counter.savedCards(intent)
        let words = [
            await counter.save(at: reader, intent) { try await $0.confirmSetupIntent(collected) },
            await SmartReaderCounter.word { try await counter.terminal.confirmSetupIntent(collected) },
        ]
        #expect(words == ["saved", "saved"])
        let read = try await counter.terminal.retrieveSetupIntent(id: intent.id)
        #expect(read.generatedCard != nil)
        #expect([before, try await counter.savedCards(intent)] == [0, 1])
    }

    /// The customer is not there any more.
    @Test func aSavedCardIsChargedLater() async throws {
        let counter = try SmartReaderCounter()
        let reader = try await counter.open()
        let intent = try await counter.createSetup()
        let word = await counter.save(at: reader, intent) {
            try await $0.processSetupIntent(intent, allowRedisplay: .limited)
        }
        let saved = try await counter.terminal.retrieveSetupIntent(id: intent.id)
        let paid = try await counter.client.createPaymentIntent(
            PaymentIntentParameters(
                Amount(minorUnits: 1000, currency: .usd), paymentMethodTypes: [.card], customer: saved.customer),
            paidWith: SavedMethodPayment(paymentMethod: saved.generatedCard, isOffSession: true),
            key: IdempotencyKey("later"))
        #expect(word == "saved")
        #expect(paid.paymentMethod?.id == saved.generatedCard)
        #expect(counter.ledger(paid)?.captured == 1000)
    }

    @Test func aPaymentSavesItsCardAsTheCustomerAgreed() async throws {
        let counter = try SmartReaderCounter()
        let saved = try await counter.sellAndSave(try await counter.open(), .always)
        #expect(saved.map(\.allowRedisplay) == [.always])
    }

    @Test func aCanceledIntentSavesNone() async throws {
        let counter = try SmartReaderCounter()
        _ = try await counter.open()
        let intent = try await counter.createSetup()
        let collected = try await counter.terminal.collectSetupIntentPaymentMethod(intent, allowRedisplay: .always)
        let canceled = try await counter.terminal.cancelSetupIntent(intent)
        let word = await SmartReaderCounter.word { try await counter.terminal.confirmSetupIntent(collected) }
        #expect(["\(canceled.status)", word] == ["canceled", "confirmInvalidSetupIntent"])
    }

    @Test func afterADeclineAndACancelTheNextCardIsSaved() async throws {
        let counter = try SmartReaderCounter()
        let reader = try await counter.open()
        let intent = try await counter.createSetup()
        func process(_ terminal: Terminal) async throws -> SetupOutcome {
            try await terminal.processSetupIntent(intent, allowRedisplay: .always)
        }
        var words = [await counter.save(try .named("chargeDeclined"), at: reader, intent, process)]
        try await counter.arm(reader, "customer_cancel")
        words.append(await SmartReaderCounter.word { try await process(counter.terminal) })
        words.append(await counter.save(at: reader, intent, process))
        #expect(words == ["declined", "canceled by customer", "saved"])
        #expect(try await counter.savedCards(intent) == 1)
    }

    @Test(arguments: [
        "drop-answer:terminal.readers.process_setup_intent:1", "drop-request:terminal.readers.process_setup_intent:1",
        "html:terminal.readers.process_setup_intent:1", "drop-answer:setup_intents.create:1",
        "drop-answer:setup_intents.retrieve:1",
    ])
    func aLostMessageSavesOneCard(fault: String) async throws {
        let counter = try SmartReaderCounter(faults: fault)
        let reader = try await counter.open()
        let intent = try await counter.createSetup()
        let word = await counter.save(at: reader, intent) {
            try await $0.processSetupIntent(intent, allowRedisplay: .always)
        }
        #expect(word == "saved")
        #expect(try await counter.savedCards(intent) == 1)
    }

    /// What is told is what the gateway has; a customer who presents the card late decides which.
    @Test func noFaultOfTheReaderIsToldWrongly() async throws {
        let cases: [(fault: String, count: Int, word: String?)] = [
            ("lost_acknowledgement", 1, nil), ("timeout", 1, "saved"), ("timeout", 99, "canceled by engine"),
            ("connection_error", 1, "saved"), ("busy", 1, "readerBusy"), ("offline", 1, "saved"),
            ("offline", 99, "canceled by engine"), ("hardware_fault", 1, "saved"),
            ("hardware_fault", 99, "canceled by engine"),
        ]
        var wrong: [String] = []
        for (fault, count, word) in cases {
            let counter = try SmartReaderCounter()
            let reader = try await counter.open()
            let intent = try await counter.createSetup()
            try await counter.arm(reader, fault, count: count)
            let told = await counter.save(at: reader, intent) { terminal in
                let outcome = try await terminal.processSetupIntent(intent, allowRedisplay: .always)
                guard case .unknown = outcome else { return outcome }
                return try await terminal.processSetupIntent(intent, allowRedisplay: .always)
            }
            let saved = try await counter.savedCards(intent)
            if saved != (told == "saved" ? 1 : 0) || word.map({ $0 != told }) ?? false {
                wrong.append("\(fault) \(count): \(told), \(saved) cards")
            }
        }
        #expect(wrong == [])
    }

    /// The reader still waits for the card of the process before, or somebody has presented it meanwhile.
    @Test(arguments: [false, true])
    func aNewProcessFindsOutWhatBecameOfTheCard(isPresented: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "setup-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func journal() async throws -> SQLiteJournal {
            try await SQLiteJournal(
                path: folder.appending(path: "journal").path(),
                binding: JournalBinding(gateway: "simulated", account: "test"))
        }
        let old = try await journal()
        let first = try SmartReaderCounter(SimulatedGateway(), journal: old)
        let reader = try await first.open()
        let intent = try await first.createSetup()
        try await first.arm(reader, "lost_acknowledgement", count: 99)
        let unknown = await SmartReaderCounter.word {
            try await first.terminal.processSetupIntent(intent, allowRedisplay: .always)
        }
        await old.close()
        try await first.arm(reader, "none")
        if isPresented { _ = try await first.client.presentPaymentMethod(to: reader.id, key: IdempotencyKey("card")) }

        let second = try SmartReaderCounter(first.gateway, journal: try await journal())
        await second.terminal.waitForRecovery()
        let after = try await second.terminal.retrieveSetupIntent(id: intent.id)
        #expect([unknown, "\(after.status)"] == ["unknown", isPresented ? "succeeded" : "canceled"])
        guard !isPresented else {
            let found = await SmartReaderCounter.word {
                try await second.terminal.processSetupIntent(intent, allowRedisplay: .always)
            }
            #expect(found == "saved")
            #expect(try await second.savedCards(intent) == 1)
            return
        }
        _ = try await second.open()
        let next = try await second.createSetup()
        let word = await second.save(at: reader, next) {
            try await $0.processSetupIntent(next, allowRedisplay: .always)
        }
        #expect(word == "saved")
        #expect(try await second.savedCards(next) == 1)
    }
}
