import CGetopt
import Glibc
import TenderDevices
import TenderModel
import TillScreens

/// The program: reads the command line, opens the screen, runs the loop, and gives the terminal back.
@main struct TillProgram {
    private static let version = "0.1.0"
    private static let usage: Int32 = 1

    /// The work is a task, and the main thread only waits.
    ///
    /// An asynchronous main would give it to libdispatch, which takes all signals there, also those that are blocked.
    static func main() {
        guard cgetopt_forbid_dumps() == 0 else { fail("core files cannot be forbidden on this system") }
        let options: TillOptions
        do {
            options = try TillOptions(CommandLine.arguments)
        } catch {
            fail(error.description)
        }
        if options.wantsHelp { return print(TillOptions.help) }
        if options.wantsVersion { return print("till \(version)") }
        // Without a screen there is nothing to give back.
        if !options.isPlain { TillSignals.block() }
        Task.detached {
            await run(options)
            exit(0)
        }
        while true { pause() }
    }

    private static func run(_ options: TillOptions) async {
        let state = TillState(
            size: .standard, language: options.language ?? TillLanguage(locale: locale), currency: .eur,
            frame: FrameContent(shop: "Tender", till: "till"))
        if options.isPlain {
            await runPlain(state)
        } else {
            await runScreen(state, isASCII: options.isASCII)
        }
    }

    private static func runPlain(_ state: TillState) async {
        await OwnThread.run {
            var till = PlainTill(state: state)
            till.run()
        }
    }

    private static func runScreen(_ state: TillState, isASCII: Bool) async {
        let screen: Screen
        do {
            screen = try await Screen.open(isASCII: isASCII)
        } catch {
            fail(error.description)
        }
        var app = TillApp(screen: screen, state: state)
        let ending = await app.run()
        await screen.close()
        if case .signal(let number) = ending { TillSignals.end(by: number) }
    }

    /// The locale by the usual order of variables.
    private static var locale: String {
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            if let value = getenv(name), value.pointee != 0 { return String(cString: value) }
        }
        return ""
    }

    private static func fail(_ text: String) -> Never {
        let line = Array("till: \(text)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
        exit(usage)
    }
}
