import ChainServer
import CommandLineOptions
import Tender
import TenderChain
import TenderUplink

/// The command that copies a till's journal to head office's server.
enum UplinkCommand: Command {
    static let name = "uplink"
    static let summary = "copy a till's journal to head office's server, until it is stopped"
    private static let once = Option(flag: "once", "end when the server has everything, or cannot take it now")
    static let options: [any DeclaredOption] = [
        JournalAccess.readOption, ChainAccess.server, once, Output.json,
    ]
    static let notes = """
        It runs beside the till and only reads the journal, which is the one queue: no sale waits for it, and whatever fails, nothing
        is lost or sent twice. Head office enrolls the journal first: tender uplink head, then tender chain enroll.

        Where the file of the server names a bundle key (tender chain enroll --bundle-key), it also fetches what head office publishes
        for the shop (tender chain publish) to FILE.bundle beside the journal.

        With --json each state is an object on a line. With --once the exit code is 7 unless the server has everything.

        \(ChainAccess.notes)
        """

    private struct Report: Encodable {
        var state: String
        var records: Int64?
        var branch: Int64?
        var detail: String?

        init(_ state: UplinkState, _ detail: String?) {
            self.state = state.name
            if case .current(let place) = state { (records, branch) = (place.head.sequence, place.branch) }
            self.detail = detail
        }
    }

    private struct BundleReport: Encodable {
        var bundle: Int64?
        var refused: String?

        init(_ result: Result<Int64, BundleRefusal>) {
            switch result {
            case .success(let version): bundle = version
            case .failure(let refusal): refused = refusal.description
            }
        }
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let path = try JournalAccess.readPath(arguments)
        let (server, trust) = try ServerFile.readLane(try arguments[ChainAccess.server])
        let once = arguments[once]
        let uplink = Uplink(journal: path, server: server, trust: trust) { state, detail in
            output.objectLine(Report(state, detail))
            if state != .sending {
                output.line(([state.description] + (detail.map { [$0] } ?? [])).joined(separator: ": "))
            }
        } tellBundle: { result in
            output.objectLine(BundleReport(result))
            switch result {
            case .success(let version): output.line("bundle \(version) is here")
            case .failure(let refusal): output.line("not taken: \(refusal)")
            }
        }
        let work = InterruptSignal.cancelable { try await uplink.run(untilCurrent: once) }
        let state = try await work.value
        InterruptSignal.onSignal(nil)
        guard once, case .current = state else { return once ? .checkFailed : .done }
        return .done
    }
}

/// The command that prints the line by which head office enrolls a journal.
enum UplinkHeadCommand: Command {
    static let name = "uplink head"
    static let summary = "print the line by which head office enrolls a till's journal"
    static let options: [any DeclaredOption] = [JournalAccess.readOption, Output.json]
    static let notes = """
        The line has the journal's name and the hash before its first record; it is no secret. At head office: tender chain enroll.
        """

    private struct Report: Encodable {
        var head: String
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let head = try await JournalTail(path: try JournalAccess.readPath(arguments)).start()
        output.line("\(head)")
        output.object(Report(head: "\(head)"))
        return .done
    }
}
