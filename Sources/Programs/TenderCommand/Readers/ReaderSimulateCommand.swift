import ChipReaders
import CommandLineOptions
import SimulatedCard
import SimulatedDeviceServer
import SimulatedDevices
import Tender

/// The command that serves a simulated reader for anybody's front end.
enum ReaderSimulateCommand: Command {
    static let name = "reader simulate"
    static let summary = "serve a simulated reader on a pseudo terminal, a TCP port or a usb-redir socket"
    static let operands: [any DeclaredOperand] = [SimulatedReaderOptions.place]
    static let options: [any DeclaredOption] = SimulatedReaderOptions.list + [Output.json]

    private static var faultLines: String {
        SimulatedReaderOptions.Model.allCases.map { model in
            "  \(model.rawValue): \(model.faultKinds.map(\.rawValue).joined(separator: ", "))"
        }.joined(separator: "\n")
    }

    static var notes: String {
        """
        ADDRESS is a path for the link to the pseudo terminal or for the socket, and HOST:PORT for tcp. neo and zvt are
        served on pty and tcp; the USB readers on usb-redir, which QEMU connects to a guest. It runs until Ctrl-C.

        Without --card a chip reader holds a scripted card, which tender apdu can talk to and which cannot pay.

        A fault is KIND[:N[:SECONDS]]: what happens at the Nth message (default 1), and for how long where it lasts.
        What each model knows:
        \(faultLines)
        A lie is a success that zvt tells of a command that moves money without carrying it out; with :done it does that too.
        Kinds: \(SimulatedZVTTerminal.Lie.Kind.allCases.map(\.rawValue).joined(separator: ", "))
        Cards: \(SimulatedCard.all.map(\.name).joined(separator: ", "))

        Everything here is simulated: no real card, no real money.
        """
    }

    private struct Report: Encodable {
        var model: String
        var over: String
        var address: String
    }

    static func run(_ arguments: Arguments, output: Output) async throws -> ExitCode {
        let wanted = try SimulatedReaderOptions(arguments)
        let ended = AsyncStream.makeStream(of: Void.self)
        InterruptSignal.onSignal { ended.continuation.finish() }
        defer { InterruptSignal.onSignal(nil) }
        let server: ServedReader
        do {
            server = try await wanted.serve()
        } catch let error as CommandLineError {
            throw error
        } catch {
            throw CommandLineError("\(wanted.address) cannot be served: \(ReaderFailure.sentence(error))")
        }
        output.line("Simulated \(wanted.model.rawValue) on \(server.address). Ctrl-C ends it.")
        output.objectLine(Report(model: wanted.model.rawValue, over: wanted.way.rawValue, address: server.address))
        for await _ in ended.stream {}
        await server.close()
        return .done
    }
}
