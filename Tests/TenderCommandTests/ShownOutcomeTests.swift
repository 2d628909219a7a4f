import Foundation
import SimulatedGateway
import TenderTestSupport
@testable import tender
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
        #expect(all.filter { $0.whenNotShown != $0 } == [.done] && ExitCode.done.whenNotShown == .notShown)
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
}
