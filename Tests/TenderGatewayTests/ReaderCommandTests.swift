import HTTPTestServer
import TenderBytes
import TenderFlow
import TenderGateway
import TenderModel
import TenderTestSupport
import Testing

/// Commands to a smart reader that read a card and act on it in one step: refunds, and cards that are saved.
@Suite struct ReaderCommandTests {
    private enum Kind: String {
        case refund = "refund_payment"
        case setup = "process_setup_intent"
    }

    private static let policy = InternetReaderPolicy(
        firstPause: .milliseconds(1), longestPause: .milliseconds(1), patience: .milliseconds(5), maximumMisses: 4,
        maximumDoubts: 3)

    /// A reader with an action in this state; a word after it is the key of another attempt.
    private static func reader(_ kind: Kind, _ look: String?) -> String {
        let words = look.map { $0.split(separator: " ") } ?? []
        let metadata = #""metadata":{"tender_attempt":"\#(words.dropFirst().first ?? "k")"}"#
        let subject = kind == .setup ? #""setup_intent":"seti_1""# : #""payment_intent":"pi_1",\#(metadata)"#
        let action = words.first.map { status in
            """
            {"type":"\(kind.rawValue)","status":"\(status)","failure_code":null,"failure_message":null,"api_error":null,\
            "\(kind.rawValue)":{\(subject)}}
            """
        }
        return """
            {"id":"tmr_1","object":"terminal.reader","device_type":"simulated_wisepos_e","label":"Desk",\
            "serial_number":"simulated-wpe-1","status":"online","livemode":false,"location":"tml_1","metadata":{},\
            "device_sw_version":"","ip_address":"0.0.0.0","action":\(action ?? "null")}
            """
    }

    private static let refund = """
        {"id":"re_1","object":"refund","amount":400,"currency":"eur","status":"succeeded","created":1,\
        "payment_intent":"pi_1","metadata":{"tender_attempt":"k"}}
        """

    /// A gateway whose reader shows these states, the last one again and again, and cannot be stopped.
    ///
    /// - Parameter acknowledged: The state in the answer to the command.
    private static func server(
        _ kind: Kind, _ looks: [String?], acknowledged: String? = "in_progress"
    ) throws -> HTTPTestServer {
        let shown = Guarded<String?>(nil)
        let left = Guarded(looks)
        return try HTTPTestServer { request in
            let path = String(request.target.split(separator: "?").first ?? "")
            if path.hasSuffix("/cancel_action") {
                return .answer(409, Fixture.error("invalid_request_error", code: "terminal_reader_busy"))
            }
            if request.method == "POST" { return .answer(200, reader(kind, acknowledged)) }
            if path.hasSuffix("/tmr_1") {
                let look = left.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
                shown.withLock { $0 = look }
                return .answer(200, reader(kind, look))
            }
            let isMade = shown.withLock { $0 == "succeeded" }
            if kind == .refund {
                return .answer(200, isMade ? CustomerFixture.list(refund) : CustomerFixture.list())
            }
            return .answer(200, CustomerFixture.setup(status: isMade ? "succeeded" : "requires_payment_method"))
        }
    }

    /// What was made, or the error.
    private static func run(_ kind: Kind, _ looks: [String?]) async throws -> String {
        let server = try server(kind, looks)
        return await run(kind, InternetReaderGateway(try server.client(), policy: policy))
    }

    private static func run(_ kind: Kind, _ gateway: InternetReaderGateway) async -> String {
        let card = EncryptedPayload(
            scheme: InternetReader.payloadScheme, keySerial: "tmr_1", ciphertext: "", tag: "")
        do throws(GatewayError) {
            switch kind {
            case .refund:
                let amount = Amount(minorUnits: 400, currency: .eur)
                return try await gateway.createRefund(
                    RefundParameters(paymentIntent: "pi_1", amount: amount), payload: card, key: IdempotencyKey("k")
                ).id
            case .setup:
                return try await gateway.confirmSetupIntent(
                    SetupIntentReference(id: "seti_1"), payload: card, allowRedisplay: .always,
                    key: IdempotencyKey("k")
                ).id
            }
        } catch {
            return "\(error.fate)"
        }
    }

    /// An answer may show the reader as it was before the command: without an action, or with an earlier one's end.
    @Test func onlyWhatIsCertainlyNotMadeIsToldSo() async throws {
        let table: [(looks: [String?], refund: String, setup: String)] = [
            ([nil, "in_progress", "succeeded"], "re_1", "seti_1"),
            ([nil, nil, "succeeded"], "re_1", "seti_1"),
            ([nil], "answered(status: 400)", "answered(status: 400)"),
            (["in_progress"], "unknown", "unknown"),
            (["failed", "failed", "in_progress", "succeeded"], "re_1", "seti_1"),
            (["failed", nil, "succeeded"], "re_1", "seti_1"),
            (["failed"], "answered(status: 400)", "answered(status: 400)"),
        ]
        var wrong: [String] = []
        for (looks, refund, setup) in table {
            for (kind, expected) in [(Kind.refund, refund), (.setup, setup)] {
                let found = try await Self.run(kind, looks)
                if found != expected { wrong.append("\(kind) \(looks): \(found)") }
            }
        }
        #expect(wrong == [])
    }

    @Test func theRefundOfAnotherAttemptIsNotThisOne() async throws {
        #expect(try await Self.run(.refund, ["succeeded other", "succeeded"]) == "re_1")
    }

    @Test(arguments: [nil, "failed"]) func aCancelAfterAnOldAnswerStopsTheReader(acknowledged: String?) async throws {
        let server = try Self.server(.setup, ["in_progress"], acknowledged: acknowledged)
        let clock = TestClock()
        let gateway = InternetReaderGateway(try server.client(), policy: Self.policy, clock: clock)
        let call = Task { await Self.run(.setup, gateway) }
        await clock.waitForSleepers(1)
        call.cancel()
        #expect(await call.value == "unknown")
        #expect(server.requests.contains { $0.target.hasSuffix("/cancel_action") })
    }
}
