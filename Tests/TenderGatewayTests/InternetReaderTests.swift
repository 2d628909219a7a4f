import HTTPTestServer
import TenderAPI
import TenderBytes
import TenderFlow
import TenderGateway
import TenderModel
import TenderTerminal
import Testing

/// The product's terminal on smart readers, against a gateway that fails in every way the API's pages tell of.
@Suite(.timeLimit(.minutes(2))) struct InternetReaderTests {
    private typealias Script = SmartReaderHost.Script

    private func word(_ outcome: PaymentOutcome) -> String {
        switch outcome {
        case .approved: "approved"
        case .declined(let decline, _): "declined \(decline.declineCode ?? decline.code)"
        case .canceled(let origin, _): "canceled by \(origin)"
        case .unknown: "unknown"
        case .storedOffline: "stored"
        }
    }

    private func sell(_ shop: SmartReaderShop) async -> String {
        do {
            let intent = try await shop.open()
            return word(try await shop.terminal.processPaymentIntent(intent))
        } catch let error as TenderError {
            return "error \(error.code)"
        } catch {
            return "\(error)"
        }
    }

    @Test func everyWayAChargeEndsIsToldAsTheIntentHasIt() async throws {
        typealias Case = (String, Script, String, Int)
        let cases: [Case] = [
            ("approved", Script(), "approved", 1),
            ("at once", Script(delay: 0), "approved", 1),
            ("manual", Script(isManual: true), "approved", 1),
            ("declined", Script(charging: [.declined]), "declined insufficient_funds", 0),
            (
                "customer cancels the PIN", Script(charging: [.failure("customer_canceled", charged: false)]),
                "error canceled", 0
            ),
            (
                "customer cancels too late", Script(charging: [.failure("customer_canceled", charged: true)]),
                "approved", 1
            ),
            (
                "connection error, charged", Script(charging: [.failure("connection_error", charged: true)]),
                "approved", 1
            ),
            (
                "connection error", Script(charging: [.failure("connection_error", charged: false)]),
                "canceled by engine", 0
            ),
            (
                "broken, charged", Script(charging: [.failure("terminal_reader_hardware_fault", charged: true)]),
                "approved", 1
            ),
            (
                "broken", Script(charging: [.failure("terminal_reader_hardware_fault", charged: false)]),
                "canceled by engine", 0
            ),
            ("late, charged", Script(charging: [.failure("terminal_reader_timeout", charged: true)]), "approved", 1),
            ("unheard of", Script(charging: [.failure("who_knows", charged: false)]), "canceled by engine", 0),
            ("forgotten, charged", Script(charging: [.forgotten(charged: true)]), "approved", 1),
            ("forgotten", Script(charging: [.forgotten(charged: false)]), "canceled by engine", 0),
            ("answer lost", Script(deliveries: [.answerLost]), "approved", 1),
            ("request lost", Script(deliveries: [.requestLost]), "approved", 1),
            ("requests lost", Script(deliveries: [.requestLost, .requestLost, .requestLost]), "canceled by engine", 0),
            (
                "not acknowledged, executed",
                Script(deliveries: [.error(400, "terminal_reader_timeout", executed: true)]), "approved", 1
            ),
            (
                "not acknowledged", Script(deliveries: [.error(400, "terminal_reader_timeout", executed: false)]),
                "canceled by engine", 0
            ),
            (
                "hardware", Script(deliveries: [.error(400, "terminal_reader_hardware_fault", executed: true)]),
                "approved", 1
            ),
            (
                "offline", Script(deliveries: [.error(400, "terminal_reader_offline", executed: false)]),
                "canceled by engine", 0
            ),
            (
                "offline, charged", Script(deliveries: [.error(400, "terminal_reader_offline", executed: true)]),
                "approved", 1
            ),
            (
                "busy with others", Script(deliveries: [.error(409, "terminal_reader_busy", executed: false)]),
                "error readerBusy", 0
            ),
            (
                "busy with this one", Script(deliveries: [.error(409, "terminal_reader_busy", executed: true)]),
                "approved", 1
            ),
            ("expired", Script(deliveries: [.error(400, "who_knows", executed: false)]), "error invalidParameter", 0),
            ("server error, executed", Script(deliveries: [.error(500, "x", executed: true)]), "approved", 1),
            ("questions lost", Script(lost: ["GET terminal/readers/tmr_1": 3]), "approved", 1),
            ("intent untold for a while", Script(lost: ["GET payment_intents": 2]), "approved", 1),
            (
                "intent never told",
                Script(lost: ["GET payment_intents": 9999, "POST payment_intents/pi_1/cancel": 9999]), "unknown", 1
            ),
        ]
        var wrong: [String] = []
        for (name, script, expected, authorizations) in cases {
            let shop = try SmartReaderShop(script)
            let found = await sell(shop)
            let count = shop.host.authorizations
            if found != expected || count != authorizations { wrong.append("\(name): \(found), \(count) charges") }
        }
        #expect(wrong == [])
    }

    @Test func everyWayAReadingEndsIsTold() async throws {
        let cases: [(String, Script, String)] = [
            ("customer", Script(readings: [.failure("customer_canceled")]), "canceled by customer"),
            ("taken over", Script(readings: [.takenOver]), "error readerCommunicationError"),
            ("time", Script(readings: [.failure("terminal_reader_timeout")]), "error cardReadTimedOut"),
            ("card", Script(readings: [.failure("card_declined")]), "error declinedByReader"),
            (
                "broken", Script(readings: [.failure("terminal_reader_hardware_fault")]),
                "error readerCommunicationError"
            ),
            ("answer lost", Script(lost: ["POST terminal/readers/tmr_1/collect": 2]), "approved"),
            (
                "answers lost", Script(lost: ["POST terminal/readers/tmr_1/collect": 9]),
                "error readerCommunicationError"
            ),
        ]
        var wrong: [String] = []
        for (name, script, expected) in cases {
            let shop = try SmartReaderShop(script)
            let found = await sell(shop)
            let count = shop.host.authorizations
            if found != expected || count != (expected == "approved" ? 1 : 0) { wrong.append("\(name): \(found)") }
        }
        #expect(wrong == [])
    }

    @Test func aReadersOwnFailureHasACode() async throws {
        var codes: [String] = []
        for reading in [SmartReaderHost.Reading.takenOver, .failure("terminal_reader_hardware_fault")] {
            let shop = try SmartReaderShop(.init(readings: [reading]))
            let intent = try await shop.open()
            do {
                codes.append(word(try await shop.terminal.processPaymentIntent(intent)))
            } catch let error as TenderError {
                codes.append(error.errorCode.rawValue)
            }
        }
        #expect(codes == ["unexpectedReaderError", "genericReaderError"])
    }

    @Test func aDeclineKeepsTheIntentForTheNextCard() async throws {
        let shop = try SmartReaderShop(.init(readings: [.card, .card], charging: [.declined, .approved]))
        let intent = try await shop.open()
        let first = try await shop.terminal.processPaymentIntent(intent)
        let second = try await shop.terminal.processPaymentIntent(intent)
        #expect([word(first), word(second)] == ["declined insufficient_funds", "approved"])
        #expect(shop.host.authorizations == 1)
    }

    @Test func theCardIsToldAndNoTipIsAskedFor() async throws {
        let shop = try SmartReaderShop(.init(isManual: true))
        let events = shop.terminal.events()
        let intent = try await shop.open()
        _ = try await shop.terminal.collectPaymentMethod(intent)
        #expect(shop.host.authorizations == 0)
        #expect(shop.host.skippedTipping)
        let outcome = try await shop.terminal.confirmPaymentIntent(intent)
        let captured = try await shop.terminal.capturePaymentIntent(intent)
        #expect(word(outcome) == "approved")
        #expect(captured.status == .succeeded)
        var card: CardDetails?
        for await event in events {
            guard case .cardCollected(let read, _) = event.kind else { continue }
            card = read
            break
        }
        #expect(card?.last4 == "4242")
    }

    @Test func aCardCanBeInspectedBeforeItIsCharged() async throws {
        let shop = try SmartReaderShop()
        let intent = try await shop.open()
        let inspected = try await shop.terminal.collectPaymentMethod(
            intent, configuration: .init(updatePaymentIntent: true))
        #expect(inspected.card?.last4 == "4242")
        #expect(word(try await shop.terminal.confirmPaymentIntent(inspected)) == "approved")
    }

    /// The commands to a smart reader take no surcharge: nothing is sent, and the card may pay without one.
    @Test func aSurchargeIsRefusedBeforeAnybodyIsAsked() async throws {
        let shop = try SmartReaderShop()
        let inspected = try await shop.terminal.collectPaymentMethod(
            shop.open(), configuration: .init(updatePaymentIntent: true))
        var refusals: [String] = []
        for consent in [nil, SurchargeConsent(collection: .enabled)] {
            let surcharge = SurchargeConfiguration(amount: Amount(minorUnits: 25, currency: .eur), consent: consent)
            do {
                let outcome = try await shop.terminal.confirmPaymentIntent(
                    inspected, configuration: .init(surcharge: surcharge))
                refusals.append(word(outcome))
            } catch let error as TenderError {
                refusals.append("\(error.code) \(error.errorCode) \(error.advice)")
            }
        }
        #expect(refusals == Array(repeating: "notAvailable surchargingNotAvailable never", count: 2))
        #expect(word(try await shop.terminal.confirmPaymentIntent(inspected)) == "approved")
        #expect(shop.host.authorizations == 1)
    }

    @Test func theGatewaySendsNoSurchargeToASmartReader() async throws {
        let server = try HTTPTestServer { _ in .answer(200, Fixture.intent(status: "succeeded", received: 1099)) }
        let card = EncryptedPayload(
            scheme: InternetReader.payloadScheme, keySerial: "tmr_1", ciphertext: "pm_1", tag: "")
        let error = await #expect(throws: GatewayError.self) {
            try await InternetReaderGateway(try server.client()).confirmPaymentIntent(
                Fixture.reference, payload: card, surcharge: Fixture.euros, key: Fixture.key)
        }
        #expect(error?.code == .notAvailable)
        #expect(error?.fate == .notSent)
        #expect(server.requests.isEmpty)
    }

    @Test func aStopLeavesTheReaderIdleAndNothingCharged() async throws {
        let shop = try SmartReaderShop(.init(readings: [.nobody]))
        let intent = try await shop.open()
        let cancelable = Cancelable()
        let events = shop.terminal.events()
        let sale = Task { try await shop.terminal.processPaymentIntent(intent, cancelable: cancelable) }
        for await event in events {
            if case .inputOptions(let options) = event.kind, !options.isEmpty { break }
        }
        let answer = await cancelable.cancel()
        let outcome = try await sale.value
        #expect(answer == .canceled(by: .application))
        #expect(word(outcome) == "canceled by application")
        #expect(shop.host.isIdle)
        #expect(shop.host.authorizations == 0)
        #expect(shop.host.commands.last == "POST terminal/readers/tmr_1/cancel_action")
    }

    /// The command charges the card that was read last: one that was read since is another customer's.
    @Test func aCardOfAnotherCollectionIsNotCharged() async throws {
        let shop = try SmartReaderShop(.init(readings: [.card, .card], delay: 0))
        let intent = try await shop.open()
        _ = try await shop.terminal.collectPaymentMethod(intent)
        let client = try shop.server.client()
        _ = try await client.collectPaymentMethod("pi_1", on: "tmr_1", key: Fixture.key)
        await #expect(throws: TenderError.self) { try await shop.terminal.confirmPaymentIntent(intent) }
        #expect(shop.host.authorizations == 0)
        #expect(!shop.host.commands.contains("POST terminal/readers/tmr_1/confirm_payment_intent"))
    }

    /// A reader that was asked twice for the same payment shows the first card until the second command arrives.
    @Test func aCardThatWasReadBeforeIsNotTakenForTheNextOne() async throws {
        let shop = try SmartReaderShop(.init(readings: [.card], delay: 0))
        let client = try shop.server.client()
        _ = try await client.collectPaymentMethod("pi_1", on: "tmr_1", key: Fixture.key)
        _ = try await client.retrieveReader("tmr_1")
        shop.host.loseCollections()
        #expect(await sell(shop) == "error readerCommunicationError")
        #expect(shop.host.authorizations == 0)
    }

    /// A collection that was stopped before its command was answered is taken back when it arrives after all.
    @Test func aCommandThatArrivesAfterTheStopIsTakenBack() async throws {
        let shop = try SmartReaderShop(.init(readings: [.nobody], arrival: 2))
        let intent = try await shop.open()
        let client = try shop.server.client()
        let reader = try await shop.source.connect(
            Reader(try await client.retrieveReader("tmr_1")), token: try await client.createConnectionToken())
        let collecting = Task { try await reader.collect(.init(amount: Fixture.euros, paymentIntent: intent.id)) }
        while !shop.host.commands.contains("POST terminal/readers/tmr_1/collect_payment_method") { await Task.yield() }
        collecting.cancel()
        await #expect(throws: ReaderError.canceled(by: .application)) { try await collecting.value }
        #expect(shop.host.commands.last == "POST terminal/readers/tmr_1/cancel_action")
        #expect(shop.host.isIdle)
    }

    /// A collection that is given up since its answers are lost leaves no reader that asks for a card.
    @Test func aCollectionThatIsGivenUpIsTakenBack() async throws {
        let shop = try SmartReaderShop(.init(readings: [.nobody], lost: ["POST terminal/readers/tmr_1/collect": 9]))
        #expect(await sell(shop) == "error readerCommunicationError")
        #expect(shop.host.isIdle)
        #expect(shop.host.commands.contains("POST terminal/readers/tmr_1/cancel_action"))
    }

    @Test func connectingTakesAWaitingReaderOver() async throws {
        let shop = try SmartReaderShop(.init(readings: [.nobody, .card]))
        let client = try shop.server.client()
        _ = try await client.collectPaymentMethod("pi_1", on: "tmr_1", key: Fixture.key)
        #expect(await sell(shop) == "approved")
        #expect(shop.host.commands.contains("POST terminal/readers/tmr_1/cancel_action"))
    }

    @Test func aReaderThatChargesIsLeftAlone() async throws {
        let shop = try SmartReaderShop(.init(delay: 1000))
        let client = try shop.server.client()
        _ = try await client.confirmPaymentIntent("pi_1", on: "tmr_1", key: Fixture.key)
        #expect(await sell(shop) == "error connectionFailed")
        #expect(!shop.host.isIdle)
    }

    @Test func discoveryNamesReadersAndChoosesAmongThem() async throws {
        let shop = try SmartReaderShop()
        var found: [[String]] = []
        for address in ["internet", "internet:tmr_1", "internet:Desk", "internet:simulated-wpe-1", "internet:other"] {
            let configuration = DiscoveryConfiguration(try #require(ReaderAddress(address)))
            for try await readers in shop.source.discover(configuration) { found.append(readers.map(\.id)) }
        }
        #expect(found == [["tmr_1"], ["tmr_1"], ["tmr_1"], ["tmr_1"], []])
        for try await _ in shop.source.discover(.internet(location: "tml_1")) {}
        #expect(shop.server.requests.last?.target == "/v1/terminal/readers?location=tml_1&limit=100")
    }

    @Test func aPaymentThatTheGatewayDoesNotKnowIsRefused() async throws {
        let shop = try SmartReaderShop()
        let client = try shop.server.client()
        let reader = Reader(try await client.retrieveReader("tmr_1"))
        let connected = try await shop.source.connect(reader, token: try await client.createConnectionToken())
        await #expect(throws: ReaderError.self) { try await connected.collect(.init(amount: Fixture.euros)) }
        #expect(!shop.host.commands.contains { $0.contains("collect") })
    }

    @Test func aPayloadOfAnotherReaderGoesToTheAPI() async throws {
        let server = try HTTPTestServer { _ in .answer(200, Fixture.intent(status: "succeeded", received: 1099)) }
        let gateway = InternetReaderGateway(try server.client())
        _ = try await gateway.confirmPaymentIntent(Fixture.reference, payload: Fixture.payload, key: Fixture.key)
        #expect(server.requests.map(\.target) == ["/v1/payment_intents/pi_1/confirm"])
    }
}
