import CommandLineOptions
import Tender
import TenderHTTP

/// The command that triggers an event, by the calls that a program would make.
enum GatewayTriggerCommand: Command {
    static let name = "gateway trigger"
    static let summary = "trigger an event by real calls of the API"
    private static let wanted = Operand(
        "EVENT", "event, one of those that tender gateway trigger --help lists", as: .trigger)
    static let operands: [any DeclaredOperand] = [wanted]
    private static let overrides = Option(
        repeated: "override", "[CALL:]NAME=VALUE", "set a parameter of the first call, or of the one called CALL",
        as: .text)
    static let options: [any DeclaredOption] =
        [overrides] + GatewayAccess.commandOptions
    static let notes = """
        Events, each with its calls:

        \(Trigger.all.map { "  \($0.event): \(calls($0))" }.joined(separator: "\n"))

        An example: tender gateway trigger charge.refunded --gateway http://127.0.0.1:12111 --override amount=500 --override refund:reason=duplicate
        The calls 'paid' and 'clock' are the simulated gateway's own: the one pays a page as its customer, the other lets time pass, for everybody, and there is no way back. What happens to a connected account is an event of that account: tender gateway listen shows it.
        Only for the simulated gateway, or a key of a service's test mode: the calls make objects and move money.
        """

    /// A call that was made.
    struct Made: Encodable {
        var call: String
        var status: Int
        var id: String?
    }

    private struct Report: Encodable {
        var event: String
        var calls: [Made]
    }

    private static func calls(_ trigger: Trigger) -> String {
        trigger.calls.map { $0.name.isEmpty ? "delete" : $0.name }.joined(separator: ", ")
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        var trigger = try arguments[wanted]
        for text in arguments[overrides] { try override(&trigger, text) }
        let url = try GatewayAccess.url(arguments)
        try refuseLiveKey(GatewayAccess.key(arguments, for: url))
        let made = try await run(trigger, GatewayCalls(arguments)) { made in
            output.line("\(made.status)  \(made.call)" + (made.id.map { "  \($0)" } ?? ""))
        }
        output.line("Done: \(trigger.event)")
        output.object(Report(event: trigger.event, calls: made))
        return .done
    }

    private static func refuseLiveKey(_ key: SecretBytes) throws {
        let isTest = key.withUnsafeBytes { bytes in
            bytes.starts(with: "sk_test_".utf8) || bytes.starts(with: "rk_test_".utf8)
        }
        guard isTest else { throw CommandLineError("the API key is not a test key: nothing was done") }
    }

    private static func override(_ trigger: inout Trigger, _ text: String) throws {
        let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard halves.count == 2, !halves[0].isEmpty else {
            throw CommandLineError("--override takes NAME=VALUE or CALL:NAME=VALUE, not '\(text)'")
        }
        let words = halves[0].split(separator: ":", maxSplits: 1).map(String.init)
        let index = words.count == 1 ? 0 : trigger.calls.firstIndex { $0.name == words[0] }
        guard let index, let name = words.last else {
            throw CommandLineError("--override \(text): the calls of \(trigger.event) are \(calls(trigger))")
        }
        trigger.calls[index].set(name, halves[1])
    }

    /// Makes the calls, one after the other.
    static func run(
        _ trigger: Trigger, _ calls: GatewayCalls, _ tell: (Made) -> Void = { _ in }
    ) async throws -> [Made] {
        var names: [String: String] = [:]
        var made: [Made] = []
        for call in trigger.calls {
            let path = filled(call.path, names)
            let calls = call.account.isEmpty ? calls : calls.acting(for: filled(call.account, names))
            let response =
                switch call.method {
                case .get: try await calls.ask(path)
                case .post: try await calls.post(path, call.form.map { ($0.0, filled($0.1, names)) })
                case .delete: try await calls.delete(path)
                }
            let answer = CallAnswer(response)
            made.append(Made(call: "\(call.method.rawValue) \(path)", status: response.status, id: answer.found))
            tell(made[made.count - 1])
            guard response.status < 300 || (call.isRefused && response.status == 402) else {
                throw GatewayRefusal(response)
            }
            names["{\(call.name)}"] = answer.found
            names["{\(call.name).charge}"] = answer.latestCharge
        }
        return made
    }

    private static func filled(_ text: String, _ names: [String: String]) -> String {
        names.reduce(text) { $0.replacing($1.key, with: $1.value) }
    }
}

extension OptionText where Value == Trigger {
    /// An event, by its name.
    fileprivate static var trigger: OptionText {
        let events = Trigger.all.map(\.event)
        return OptionText("one of \(events.alternatives)", completion: .words(events)) { text in
            Trigger.all.first { $0.event == text }
        }
    }
}
