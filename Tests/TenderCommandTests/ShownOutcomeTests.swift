import Foundation
import SimulatedGateway
import TenderTestSupport
@testable import TenderCommand
import Testing

/// What a command did and could not show: it ends with a code of its own, and nothing counts as told.
@Suite(.timeLimit(.minutes(3))) struct ShownOutcomeTests {
    /// Runs every line of words with each way in which nothing can be written; gives code, words and way where the code is
    /// another one.
    private static func wrong(_ lines: [String], _ code: Int32, _ ways: [String]) async throws -> [String] {
        let runs = lines.flatMap { words in
            ways.map {
                "\"$T\" \(words) \($0) 2>$HOME/said; echo \"$? \(words) \($0) $(grep -c 'could not be shown' $HOME/said)\""
            }
        }
        let expected = lines.flatMap { words in ways.map { "\(code) \(words) \($0) 1" } }
        let folder = NSTemporaryDirectory() + "tender-shown-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let script = folder + "/runs"
        try Data(runs.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: script))
        let (_, text) = try await ChildProcess.run(
            ["env", "HOME=\(folder)", "LANG=C.UTF-8", "T=\(try TillJournal.program())", "sh", script], in: folder)
        return Array(Set(text.split(separator: "\n").map(String.init)).symmetricDifference(expected)).sorted()
    }

    @Test func noCommandSucceedsWhoseOutputIsFull() async throws {
        let commands = TenderCommand.commands.map { "\($0.name) --help" }
        let wrong = try await Self.wrong(commands, 8, [">/dev/full", "--json >/dev/full"])
        #expect(wrong == [])
        #expect(commands.count > 60)
    }

    @Test func neitherDoesWhatIsNoCommandNorAnOutputThatIsClosed() async throws {
        let lines = ["--version", "--help", "transfer --help", "gateway endpoints"]
        #expect(try await Self.wrong(lines, 8, [">/dev/full", "--json >/dev/full", ">&-", "--json >&-"]) == [])
    }

    @Test func otherCodesTellWhatHappenedByThemselves() async throws {
        let lines = ["sale --amount x --json", "sale --amount 10.01", "sale --amount 10.01 --json"]
        let codes = [ExitCode.usage, .declined, .declined]
        var wrong: [String] = []
        for (line, code) in zip(lines, codes) { wrong += try await Self.wrong([line], code.rawValue, [">/dev/full"]) }
        #expect(wrong == [])
        let all = [ExitCode.done, .usage, .declined, .canceled, .unknown, .reader, .refused, .checkFailed, .notShown]
        #expect(all.filter { $0.whenNotShown != $0 } == [.done])
        #expect(ExitCode.done.whenNotShown == .notShown)
    }

    /// With a closed stdout the next file that is opened would have its number, and the results would be written into it.
    @Test(arguments: [">/dev/full", ">&-", "<&- >&- 2>&-"])
    func anApprovalThatCouldNotBeShownIsNotClaimed(way: String) async throws {
        let gateway = try SimulatedGateway()
        let folder = NSTemporaryDirectory() + "tender-shown-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func run(_ words: String) async throws -> (code: Int32?, output: String) {
            let program = try TillJournal.program()
            return try await ChildProcess.run(
                ["env", "HOME=\(folder)", "LANG=C.UTF-8", "sh", "-c", "exec \(program) \(words)"], in: folder)
        }
        let sold = try await run("sale --amount 10.00 --gateway \(gateway.url) --journal shop.journal \(way)")
        #expect(sold.code == 8)
        let pending = try await run("pending --journal shop.journal --json")
        #expect(pending.output.contains(#""state" : "unclaimed""#), "\(pending)")
        let lock = try String(contentsOfFile: folder + "/shop.journal.lock", encoding: .utf8)
        #expect(Int(lock.trimmingCharacters(in: .newlines)) != nil, "\(lock)")
        #expect(try await run("journal verify shop.journal").code == 0)
    }

    /// A gateway, a journal and the command line between them, with an order that was made and paid.
    private static func shop(
        _ body: (_ run: (String) async throws -> (code: Int32?, output: String), _ payment: String) async throws -> Void
    ) async throws {
        let gateway = try SimulatedGateway()
        let folder = NSTemporaryDirectory() + "tender-shown-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = try TillJournal.program()
        func run(_ words: String) async throws -> (code: Int32?, output: String) {
            let at = "--gateway \(gateway.url) --journal shop.journal --json"
            let parts = words.split(separator: ">", maxSplits: 1)
            let way = parts.count > 1 ? ">" + parts[1] : ""
            return try await ChildProcess.run(
                ["env", "HOME=\(folder)", "LANG=C.UTF-8", "sh", "-c", "exec \(program) \(parts[0]) \(at) \(way)"],
                in: folder)
        }
        let sold = try await run("sale --amount 10.00 >/dev/full")
        #expect(sold.code == 8)
        let pending = try await run("pending")
        let id = try #require(pending.output.firstMatch(of: #/pi_[A-Za-z0-9]+/#)?.output)
        try await body(run, String(id))
    }

    /// A link that is waited for is shown when the wait is over, and not before.
    @Test func aLinkThatCouldNotBeShownAfterAWaitIsListed() async throws {
        try await Self.shop { run, payment in
            _ = try await run("resolve \(payment) --acknowledge")
            let order = "link create --amount 12.00 --name Print --wait --timeout 1"
            #expect(try await run("\(order) >/dev/full").code == 4)
            let listed = try await run("pending").output
            #expect(listed.contains("payment_link"), "\(listed)")
            #expect(try await run(order).code == 4)
            let left = try await run("pending").output
            #expect(!left.contains("payment_link"), "\(left)")
            #expect(left.contains("pending"), "\(left)")
        }
    }

    /// Nobody has seen what could not be printed, so that nobody can have acknowledged it.
    @Test func whatCouldNotBeShownIsNotAcknowledged() async throws {
        try await Self.shop { run, payment in
            #expect(try await run("resolve \(payment) --acknowledge >/dev/full").code == 8)
            #expect(try await run("pending").output.contains(#""state" : "unclaimed""#))
            let seen = try await run("resolve \(payment) --acknowledge --by Ann")
            #expect(seen.code == 0, "\(seen)")
            #expect(seen.output.contains(#""acknowledged_by" : "Ann""#), "\(seen)")
            #expect(try await run("pending").output.contains(payment) == false)
        }
    }

    /// What went back is claimed when it was shown.
    @Test func aReversalThatCouldNotBeShownIsListed() async throws {
        try await Self.shop { run, payment in
            #expect(try await run("resolve \(payment) --reverse >/dev/full").code == 3)
            let listed = try await run("pending").output
            #expect(listed.contains(#""state" : "refunded""#), "\(listed)")
            #expect(try await run("resolve \(payment) --acknowledge").code == 3)
            #expect(try await run("pending").output.contains(payment) == false)
        }
    }
}
