import CommandLineOptions
import FoundationEssentials
import Glibc
import Tender
import TenderCrypto
import TenderDevices
import TillScreens
import TillShop

/// The program: reads the command line, opens the screen, runs the loop, and restores the terminal.
@main struct TillProgram {
    private static let version = "0.1.0"
    private static let usage: Int32 = 1

    /// Runs the work as a task, while the main thread only waits.
    ///
    /// An asynchronous main would hand the main thread to libdispatch, which receives all signals there, blocked ones
    /// included.
    static func main() {
        StandardStreams.fill()
        OpenSSLProcess.keepUntilExit()
        signal(SIGPIPE, SIG_IGN)
        guard ProcessSettings.forbidDumps() else { fail("core files cannot be forbidden on this system") }
        let options: TillOptions
        do {
            options = try TillOptions(Array(CommandLine.arguments.dropFirst()))
        } catch {
            fail("\(error.description); see till --help")
        }
        if let text = text(options) {
            print(text)
            end()
        }
        // Without a screen there is nothing to restore.
        if !options[TillOptions.plain], options[TillOptions.headless] == nil, options[TillOptions.addPerson] == nil {
            TillSignals.block()
        }
        Task.detached {
            await run(options)
            end()
        }
        while true { pause() }
    }

    /// Returns what an option asks to be printed; `nil` when the till is to run.
    private static func text(_ options: TillOptions) -> String? {
        if options[TillOptions.help] { return TillOptions.helpText }
        if options[TillOptions.version] { return "till \(version)" }
        if options[TillOptions.manual] { return String(TillOptions.manualPage("till \(version)").dropLast()) }
        return options[TillOptions.completion].map { String(TillOptions.completionScript($0).dropLast()) }
    }

    private static func run(_ options: TillOptions) async {
        do {
            let work = await OwnThread.run { Result { try prepare(options) } }
            guard let plans = try work.get() else { return }
            let (till, shop) = (Till(plans.setup, size: .standard), Shopkeeper(plans.plan))
            if let script = options[TillOptions.headless] {
                try await runHeadless(till, shop, script)
            } else if options[TillOptions.plain] {
                var plain = PlainTill(till: till, shop: shop, isSigningIn: plans.plan.signIn != nil)
                if let why = await plain.run() { fail(why) }
                await shop.close()
                if let loss = plain.loss { fail(loss) }
                // All of it is written, and a flush would wait for the line-reading thread.
                exit(0)
            } else {
                await runScreen(till, shop, isASCII: options[TillOptions.ascii])
            }
        } catch {
            fail(sentence(error))
        }
    }

    /// Reads the files that the options name; returns `nil` when that was all.
    private static func prepare(_ options: TillOptions) throws -> TillPlans? {
        if options[TillOptions.addPerson] != nil {
            try NewPerson.add(options)
            return nil
        }
        return try TillPlans(options)
    }

    private static func runHeadless(_ till: Till, _ shop: Shopkeeper, _ path: String) async throws {
        let text = await OwnThread.run { try? String(contentsOf: URL(filePath: path), encoding: .utf8) }
        guard let text else { fail("the script \(path) cannot be read") }
        let script: HeadlessScript
        do throws(HeadlessScript.Failure) {
            script = try HeadlessScript(parsing: text)
        } catch {
            fail("\(path), \(error)")
        }
        var run = HeadlessRun(TillDriver(till, shop)) { text in
            print(text)
            if fflush(nil) != 0 { fail(unshown) }
        }
        try await shop.open()
        do throws(HeadlessRun.Failure) {
            try await run.run(script, shop.events)
        } catch {
            print(error.screen)
            fail("\(path), \(error)")
        }
        await shop.close()
    }

    private static func runScreen(_ till: Till, _ shop: Shopkeeper, isASCII: Bool) async {
        let screen: Screen
        do {
            screen = try await Screen.open(isASCII: isASCII)
        } catch {
            fail(error.description)
        }
        var app = TillApp(screen: screen, till: till, shop: shop)
        let ending = await app.run()
        await screen.close()
        switch ending {
        case .chosen: await shop.close()
        case .signal(let number): TillSignals.end(by: number)
        case .closed(let why): fail(why)
        }
    }

    /// Returns an error in words for people.
    static func sentence(_ error: any Error) -> String {
        switch error {
        case let error as JournalError: error.message
        case let error as GatewayError: error.message
        case let error as AmountError: error.description
        default: "\(error)"
        }
    }

    private static let unshown = "what was to be shown could not be written: what was done stays done"

    /// Ends with success, unless something was printed that nobody can have read.
    private static func end() -> Never {
        guard fflush(nil) == 0 else { fail(unshown) }
        exit(0)
    }

    private static func fail(_ text: String) -> Never {
        let line = Array("till: \(text.withoutCredentials)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
        exit(usage)
    }
}
