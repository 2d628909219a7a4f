import HTTPTestServer
import TenderBytes
import TenderFlow
import TenderGateway
import TenderJournal
import TenderModel
import TenderTerminal

/// A scripted gateway with one intent and one smart reader, over HTTP.
final class SmartReaderHost: Sendable {
    /// How the card at the reader is read.
    enum Reading: Sendable {
        case card
        case failure(String)
        /// Nobody comes.
        case nobody
        /// Somebody else gives the reader another command.
        case takenOver
    }

    /// How a command to charge ends.
    enum Charging: Sendable {
        case approved
        case declined
        /// The reader fails; the card is charged all the same, or not.
        case failure(String, charged: Bool)
        /// The reader forgets it; the card is charged all the same, or not.
        case forgotten(charged: Bool)
    }

    /// What becomes of the command to charge on its way.
    enum Delivery: Sendable {
        case answered
        /// The command is carried out, and the answer is lost.
        case answerLost
        /// The command is lost.
        case requestLost
        /// The API answers with this error; the command is carried out, or not.
        case error(Int, String, executed: Bool)
    }

    struct Script: Sendable {
        var readings: [Reading] = [.card]
        var charging: [Charging] = [.approved]
        var deliveries: [Delivery] = []
        /// How often the reader says "in progress" first.
        var delay = 2
        /// How many answers of these paths are lost.
        var lost: [String: Int] = [:]
        var isManual = false
        /// After how many looks at the reader the command to collect arrives there, which nobody answers; nil for at once.
        var arrival: Int?
    }

    private struct State {
        var script: Script
        var status = "requires_payment_method"
        var charges: [String] = []
        var authorizations = 0
        var declineCode: String?
        /// The action: its type, status, failure code.
        var action: (type: String, status: String, code: String?)?
        /// What the action comes to.
        var ending: (status: String, code: String?)?
        var patience = 0
        var answers: [String: HTTPTestReply] = [:]
        var commands: [String] = []
        var skipsTipping = true
        var collections = 0
        var losesCollections = false
        var attempt = ""
    }

    static let readerID = "tmr_1"
    private let state: Guarded<State>

    init(_ script: Script) { state = Guarded(State(script: script)) }

    /// How often a card was charged.
    var authorizations: Int { state.withLock { $0.authorizations } }
    var status: String { state.withLock { $0.status } }
    var commands: [String] { state.withLock { $0.commands } }
    var isIdle: Bool { state.withLock { $0.action == nil } }
    var skippedTipping: Bool { state.withLock { $0.skipsTipping } }

    /// From now on the reader acknowledges no command to collect, and gets none.
    func loseCollections() { state.withLock { $0.losesCollections = true } }

    func reply(_ request: HTTPTestRequest) -> HTTPTestReply {
        state.withLock { state in
            let path = request.target.split(separator: "?").first.map(String.init) ?? ""
            let name = "\(request.method) \(path.split(separator: "/").dropFirst().joined(separator: "/"))"
            let key = request.header("Idempotency-Key").map { "\(name) \($0)" }
            let answer = key.flatMap { state.answers[$0] } ?? Self.answer(name, request, &state)
            if let key, case .bytes = answer { state.answers[key] = answer }
            guard state.commands.contains("POST payment_intents") else { return answer }
            for (wanted, count) in state.script.lost where count > 0 && name.hasPrefix(wanted) {
                state.script.lost[wanted] = count - 1
                return .close
            }
            return answer
        }
    }

    private static func answer(_ name: String, _ request: HTTPTestRequest, _ state: inout State) -> HTTPTestReply {
        if request.method == "POST" { state.commands.append(name) }
        switch name {
        case "POST terminal/connection_tokens":
            return .answer(200, #"{"object":"terminal.connection_token","secret":"pst_test_1"}"#)
        case "GET terminal/readers":
            return .answer(200, #"{"object":"list","has_more":false,"data":[\#(reader(state))]}"#)
        case "GET terminal/readers/tmr_1":
            arrive(&state)
            move(&state)
            return .answer(200, reader(state))
        case "POST terminal/readers/tmr_1/collect_payment_method": return collect(request, &state)
        case "POST terminal/readers/tmr_1/confirm_payment_intent": return confirm(&state)
        case "POST terminal/readers/tmr_1/cancel_action":
            state.action = nil
            state.ending = nil
            return .answer(200, reader(state))
        case "POST payment_intents":
            state.attempt = attempt(request)
            return .answer(200, intent(state))
        case "GET payment_intents/pi_1":
            move(&state)
            return .answer(200, intent(state))
        case "POST payment_intents/pi_1/cancel": return cancel(&state)
        case "POST payment_intents/pi_1/capture":
            state.status = "succeeded"
            return .answer(200, intent(state))
        default: return .answer(404, Fixture.error("invalid_request_error", message: "Unrecognized \(name)"))
        }
    }

    private static func attempt(_ request: HTTPTestRequest) -> String {
        let name = "metadata%5Btender_attempt%5D="
        let value = request.body.split(separator: "&").first { $0.hasPrefix(name) }
        return value.map { String($0.dropFirst(name.count)) } ?? ""
    }

    private static func collect(_ request: HTTPTestRequest, _ state: inout State) -> HTTPTestReply {
        guard state.status == "requires_payment_method" else {
            return .answer(400, Fixture.error("invalid_request_error", code: "intent_invalid_state"))
        }
        guard !state.losesCollections else {
            return .answer(400, Fixture.error("invalid_request_error", code: "terminal_reader_timeout"))
        }
        guard state.script.arrival == nil else { return .silence }
        state.skipsTipping = state.skipsTipping && request.body.contains("collect_config%5Bskip_tipping%5D=true")
        begin(&state)
        return .answer(200, reader(state))
    }

    /// The reader asks for a card.
    private static func begin(_ state: inout State) {
        state.collections += 1
        state.action = ("collect_payment_method", "in_progress", nil)
        state.patience = state.script.delay
        let reading = state.script.readings.isEmpty ? .nobody : state.script.readings.removeFirst()
        switch reading {
        case .card: state.ending = ("succeeded", nil)
        case .failure(let code): state.ending = ("failed", code)
        case .nobody: state.ending = nil
        case .takenOver: state.ending = ("taken over", nil)
        }
    }

    private static func confirm(_ state: inout State) -> HTTPTestReply {
        let delivery = state.script.deliveries.isEmpty ? .answered : state.script.deliveries.removeFirst()
        switch delivery {
        case .requestLost: return .close
        case .error(let status, let code, executed: false):
            return .answer(status, Fixture.error("invalid_request_error", code: code))
        case .answered, .answerLost, .error: break
        }
        state.action = ("confirm_payment_intent", "in_progress", nil)
        state.patience = state.script.delay
        let charging = state.script.charging.isEmpty ? .approved : state.script.charging.removeFirst()
        switch charging {
        case .approved: state.ending = ("approved", nil)
        case .declined: state.ending = ("declined", "card_declined")
        case .failure(let code, let charged): state.ending = (charged ? "charged and failed" : "failed", code)
        case .forgotten(let charged): state.ending = (charged ? "charged and forgotten" : "forgotten", nil)
        }
        switch delivery {
        case .answerLost: return .close
        case .error(let status, let code, _):
            return .answer(status, Fixture.error("invalid_request_error", code: code))
        case .answered, .requestLost: return .answer(200, reader(state))
        }
    }

    private static func cancel(_ state: inout State) -> HTTPTestReply {
        guard state.status == "requires_payment_method" else {
            let error = Fixture.error(
                "invalid_request_error", code: "payment_intent_unexpected_state",
                more: ",\"payment_intent\":\(intent(state))")
            return .answer(400, error)
        }
        state.status = "canceled"
        return .answer(200, intent(state))
    }

    /// A command that was on its way for a while comes in.
    private static func arrive(_ state: inout State) {
        guard let left = state.script.arrival,
            state.commands.contains(where: { $0.hasSuffix("collect_payment_method") })
        else { return }
        state.script.arrival = left > 0 ? left - 1 : nil
        if left == 0 { begin(&state) }
    }

    /// The reader goes on a bit with each look at it or at the intent.
    private static func move(_ state: inout State) {
        guard let ending = state.ending else { return }
        state.patience -= 1
        guard state.patience <= 0 else { return }
        state.ending = nil
        guard state.status == "requires_payment_method" else {
            state.action?.status = "failed"
            state.action?.code = "intent_invalid_state"
            return
        }
        if ending.status.hasPrefix("charged") || ending.status == "approved" {
            state.authorizations += 1
            state.charges.append("ch_\(state.charges.count + 1)")
            state.status = state.script.isManual ? "requires_capture" : "succeeded"
        }
        switch ending.status {
        case "approved": state.action?.status = "succeeded"
        case "declined":
            state.charges.append("ch_\(state.charges.count + 1)")
            state.declineCode = "insufficient_funds"
            state.action?.status = "failed"
        case "taken over": state.action = ("collect_inputs", "in_progress", nil)
        case "forgotten", "charged and forgotten": state.action = nil
        case "failed", "charged and failed": state.action?.status = "failed"
        default: state.action?.status = ending.status
        }
        state.action?.code = ending.code
    }

    private static let cardError =
        #"{"type":"card_error","code":"card_declined","decline_code":"insufficient_funds","message":"Declined."}"#

    private static func reader(_ state: State) -> String {
        let action = state.action.map { action in
            let code = action.code.map { "\"\($0)\"" } ?? "null"
            let isDecline = action.code == "card_declined"
            let method =
                action.type == "collect_payment_method" && action.status == "succeeded"
                ? #","payment_method":{"id":"pm_\#(state.collections)","type":"card_present","card_present":{"brand":"visa","last4":"4242"}}"#
                : ""
            return """
                {"type":"\(action.type)","status":"\(action.status)","failure_code":\(code),"failure_message":\(code),\
                "api_error":\(isDecline ? cardError : "null"),"\(action.type)":{"payment_intent":"pi_1"\(method)}}
                """
        }
        return """
            {"id":"tmr_1","object":"terminal.reader","device_type":"simulated_wisepos_e","label":"Desk",\
            "serial_number":"simulated-wpe-1","status":"online","livemode":false,"location":"tml_1","metadata":{},\
            "device_sw_version":"","ip_address":"0.0.0.0","action":\(action ?? "null")}
            """
    }

    private static func intent(_ state: State) -> String {
        let charge = state.charges.last.map { "\"\($0)\"" } ?? "null"
        let isDeclined = state.declineCode != nil && state.status == "requires_payment_method"
        let held = state.status == "requires_capture" ? 1099 : 0
        let received = state.status == "succeeded" ? 1099 : 0
        return """
            {"id":"pi_1","object":"payment_intent","amount":1099,"amount_capturable":\(held),\
            "amount_received":\(received),"currency":"eur","status":"\(state.status)",\
            "capture_method":"\(state.script.isManual ? "manual" : "automatic")","created":1,"livemode":false,\
            "payment_method_types":["card_present"],"latest_charge":\(charge),\
            "metadata":{"tender_attempt":"\(state.attempt)"},\
            "last_payment_error":\(isDeclined ? cardError : "null")}
            """
    }
}

/// A till at such a gateway.
struct SmartReaderShop {
    let host: SmartReaderHost
    let server: HTTPTestServer
    let terminal: Terminal
    let source: InternetReaderSource

    static let readerPolicy = InternetReaderPolicy(
        firstPause: .milliseconds(1), longestPause: .milliseconds(1), patience: .milliseconds(60), maximumMisses: 4,
        maximumDoubts: 3)

    init(_ script: SmartReaderHost.Script = .init(), policy: PaymentPolicy? = nil) throws {
        let host = SmartReaderHost(script)
        self.host = host
        server = try HTTPTestServer { host.reply($0) }
        let client = try server.client()
        source = InternetReaderSource(client, policy: Self.readerPolicy)
        terminal = Terminal(
            configuration: .init(
                gateway: InternetReaderGateway(client, policy: Self.readerPolicy), readerSource: source,
                journal: InMemoryJournal(),
                policy: policy
                    ?? PaymentPolicy(
                        maximumSends: 3, maximumAsks: 3, firstPause: .milliseconds(1), longestPause: .milliseconds(2))))
    }

    func open() async throws -> PaymentIntent {
        for try await readers in terminal.discoverReaders(.internet) {
            guard let reader = readers.first else { break }
            _ = try await terminal.connect(reader)
            break
        }
        return try await terminal.createPaymentIntent(.init(Fixture.euros))
    }
}
