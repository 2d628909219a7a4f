import TenderModel
import TenderSale
public import TillScreens

/// A run of a till by a script.
public struct HeadlessRun {
    /// The reason that a run stopped.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        /// The sentence, with the line number.
        public let description: String
        /// The contents of the screen.
        public let screen: String
    }

    private enum Event: Sendable {
        case till(TillEvent)
        case overdue(wait: Int)
    }

    private static let limit = Duration.seconds(20)

    private var driver: TillDriver
    private let theme = Theme(depth: .mono, isUTF8: true)
    private let events: AsyncStream<Event>
    private let sink: AsyncStream<Event>.Continuation
    private let ticker: TillTicker
    private let print: @Sendable (String) -> Void
    private var waits = 0
    private var shown = 0
    private var hasQuit = false

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - driver: The till.
    ///   - print: Receives what the script prints.
    public init(_ driver: TillDriver, print: @escaping @Sendable (String) -> Void) {
        self.driver = driver
        self.print = print
        let (events, sink) = AsyncStream<Event>.makeStream(bufferingPolicy: .unbounded)
        (self.events, self.sink) = (events, sink)
        ticker = TillTicker { sink.yield(.till(.tick)) }
    }

    /// Runs the script to its end, or until the till ends.
    ///
    /// - Parameters:
    ///   - script: The script.
    ///   - shop: The shop's events.
    /// - Throws: `Failure` when something that the script waits for does not come.
    public mutating func run(_ script: HeadlessScript, _ shop: AsyncStream<TillEvent>) async throws(Failure) {
        let pump = Task { [sink] in
            for await event in shop { sink.yield(.till(event)) }
        }
        defer { pump.cancel() }
        var iterator = events.makeAsyncIterator()
        for step in script.steps where !hasQuit { try await perform(step, &iterator) }
        while driver.isBusy, case .till(let event)? = await iterator.next(isolation: #isolation) { take(event) }
    }

    private mutating func perform(
        _ step: HeadlessScript.Step, _ iterator: inout AsyncStream<Event>.Iterator
    ) async throws(Failure) {
        switch step.action {
        case .type(let text): type(text)
        case .enter(let text):
            type(text)
            press(.enter)
        case .key(let key): press(key)
        case .scan(let code): take(.input(.scanned(code)))
        case .size(let size): take(.input(.resized(size)))
        case .show: print(screen)
        case .receipts:
            for receipt in driver.printed[shown...] { print(receipt.text) }
            shown = driver.printed.count
        case .ledger: try await compare(step.line)
        case .wait(let text): try await wait(step.line, "'\(text)' did not appear", &iterator) { $0.contains(text) }
        case .gone(let text): try await wait(step.line, "'\(text)' did not disappear", &iterator) { !$0.contains(text) }
        }
    }

    /// Checks that the gateway's takings, less refunds, equal the card takings of the Z reports, to the cent.
    private func compare(_ line: Int) async throws(Failure) {
        let taken: Amount
        let said: Amount
        do {
            taken = try await driver.takenAtGateway()
            said = try driver.till.register.book.takenByCard()
        } catch {
            throw Failure(description: "line \(line): \(error)", screen: screen)
        }
        print("By card: the gateway took \(taken), and the Zs say \(said).")
        guard taken == said else { throw Failure(description: "line \(line): the two differ", screen: screen) }
    }

    private mutating func type(_ text: String) { for character in text { press(.character(character)) } }

    private mutating func press(_ key: Key) { take(.input(.key(key, isFast: false))) }

    private mutating func take(_ event: TillEvent) {
        if driver.handle(event).contains(.quit) { hasQuit = true }
        ticker.arrange(isCharging: driver.till.charge != nil)
    }

    private mutating func wait(
        _ line: Int, _ complaint: String, _ iterator: inout AsyncStream<Event>.Iterator,
        _ isThere: (String) -> Bool
    ) async throws(Failure) {
        waits += 1
        let number = waits
        let alarm = Task { [sink] in
            guard (try? await Task.sleep(for: Self.limit)) != nil else { return }
            sink.yield(.overdue(wait: number))
        }
        defer { alarm.cancel() }
        while !isThere(screen) {
            switch await iterator.next(isolation: #isolation) {
            case .till(let event)?: take(event)
            case .overdue(number)?, nil:
                throw Failure(description: "line \(line): \(complaint) within \(Self.limit)", screen: screen)
            case .overdue?: break
            }
        }
    }

    private var screen: String {
        let grid = TillView.grid(driver.till, theme: theme)
        return (0..<grid.size.height).map { row in
            let text = grid.text(ofRow: row)
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
        .joined(separator: "\n")
    }
}
