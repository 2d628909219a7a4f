import ChainServer
import CommandLineOptions

/// The command that computes head office's tables from the records.
enum ChainProjectCommand: Command {
    static let name = "chain project"
    static let summary = "compute head office's tables from the records that have come"
    private static let rebuild = Option(flag: "rebuild", "delete what was computed, and compute all of it anew")
    private static let follow = Option(flag: "follow", "go on as records come, until it is stopped")
    static let options: [any DeclaredOption] = [rebuild, follow, ChainAccess.server, Output.json]
    static let notes = """
        Every record's hash is checked, and it is folded by the code that the till itself uses. Rows and the place up to which they go are
        committed together: it may be killed anywhere, and given again. A record that cannot be read is found (tender chain status), later
        ones go on, and reports say that the lane is incomplete.

        \(ChainAccess.notes)
        """

    private struct Report: Encodable {
        var records: Int64
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let path = try arguments[ChainAccess.server]
        let projector = try await open(path)
        if arguments[rebuild] { try await projector.forget() }
        let tell: @Sendable (Projector.Progress) -> Void = { progress in
            guard progress.total > 50_000 else { return }
            output.remark("tender: \(progress.records) of \(progress.total) records")
        }
        guard arguments[follow] else {
            let count = try await projector.run(tell: tell)
            output.line("\(count) records were taken.")
            output.object(Report(records: count))
            return .done
        }
        let work = InterruptSignal.cancelable {
            var current: Projector? = projector
            while !Task.isCancelled {
                do throws(ChainError) {
                    let projector = if let current { current } else { try await open(path) }
                    current = projector
                    let count = try await projector.run(tell: tell)
                    guard count > 0 else {
                        try? await Task.sleep(for: .seconds(2))
                        continue
                    }
                    output.line("\(count) records were taken.")
                    output.objectLine(Report(records: count))
                } catch {
                    // The server may come back: what was committed is there, and the rest is taken then.
                    current = nil
                    guard !Task.isCancelled else { break }
                    output.remark("tender: \(error)")
                    try? await Task.sleep(for: .seconds(10))
                }
            }
        }
        try await work.value
        InterruptSignal.onSignal(nil)
        return .done
    }

    /// Two sessions: the server writes one lane's rows while another lane is folded.
    private static func open(_ path: String) async throws(ChainError) -> Projector {
        Projector(try await OfficeServer.connect(path), beside: [try await OfficeServer.connect(path)])
    }
}
