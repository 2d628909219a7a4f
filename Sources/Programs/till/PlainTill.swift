import Glibc
import TenderDevices
import TillScreens
import TillShop

/// The till as lines of text on stdin and stdout: for screen readers, Braille displays and scripts.
struct PlainTill {
    private enum Event: Sendable {
        case line(String?)
        case till(TillEvent)
        case closed(String)
    }

    /// Room for the help in one piece, since a line reader has no screen to fit; too narrow for a strip beside the
    /// page.
    private static let size = GridSize(width: 65, height: 200)

    private let shop: Shopkeeper
    private var driver: TillDriver
    private var shown: PlainFrame?
    private var isEchoOff = false
    /// The reason that nothing can be shown any more; `nil` while something can.
    private(set) var loss: String?
    /// Whether the program has yet to sign somebody in: typed lines are meant for the time after it.
    private var isSigningIn: Bool
    /// The lines typed before the shop was open, or while something was on its way.
    private var waiting: [String?] = []
    private let events: AsyncStream<Event>
    private let sink: AsyncStream<Event>.Continuation

    init(till: Till, shop: Shopkeeper, isSigningIn: Bool) {
        self.shop = shop
        self.isSigningIn = isSigningIn
        driver = TillDriver(till, shop)
        (events, sink) = AsyncStream<Event>.makeStream(bufferingPolicy: .unbounded)
        _ = driver.handle(.input(.resized(Self.size)))
    }

    /// Reads lines until the end of the input, or until quitting is chosen.
    ///
    /// - Returns: The reason that the shop could not be opened; `nil` if it was.
    mutating func run() async -> String? {
        show()
        let pumps = start()
        defer {
            pumps.forEach { $0.cancel() }
            if isEchoOff { Echo.set(true) }
        }
        for await event in events {
            switch event {
            case .line(let line): waiting.append(line)
            case .till(let event):
                if case .register(.recordFailed) = event { isSigningIn = false }
                if driver.handle(event).contains(.bell) { ring() }
            case .closed(let why): return why
            }
            if takeLines() { return nil }
            show()
            if loss != nil, takeLines() { return nil }
        }
        return nil
    }

    private func start() -> [Task<Void, Never>] {
        OwnThread.start { [sink] in
            while let line = readLine() { sink.yield(.line(line)) }
            sink.yield(.line(nil))
        }
        return [
            Task { [shop, sink] in for await event in shop.events { sink.yield(.till(event)) } },
            Task { [shop, sink] in
                do {
                    try await shop.open()
                } catch {
                    sink.yield(.closed(TillProgram.sentence(error)))
                }
            },
        ]
    }

    /// Returns true at the end; a line waits until the one before has had its effect, as a person would.
    private mutating func takeLines() -> Bool {
        if driver.till.register.person != nil { isSigningIn = false }
        while !isSigningIn, !waiting.isEmpty, driver.till.page != .starting, !driver.isBusy, !isCharging {
            guard let line = waiting.removeFirst() else { return true }
            show()
            for key in line.map(Key.character) + [.enter] where press(key) { return true }
        }
        return false
    }

    /// A reader that is not ready yet would miss its customer's act; and a card sent to the issuer is waited for, also
    /// at the end of the input.
    private var isCharging: Bool {
        guard let charge = driver.till.charge else { return false }
        return charge.phase == .preparing || (waiting.first == .some(nil) && !charge.canBeStopped)
    }

    private mutating func press(_ key: Key) -> Bool {
        let actions = driver.handle(.input(.key(key, isFast: false)))
        if actions.contains(.redraw) { shown = nil }
        if actions.contains(.bell) { ring() }
        return actions.contains(.quit)
    }

    /// Writes lines, not with print: its buffer is flushed together with stdin's, which the line-reading thread holds.
    private mutating func write(_ lines: [String]) {
        write(lines.map { $0 + "\n" }.joined())
    }

    private mutating func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                loss = "the screen cannot be written (\(String(cString: strerror(errno)))): what was done stays done"
                // Nobody sells on a till that nobody sees: this is the end of the input.
                waiting = [nil]
                return
            }
            bytes = bytes.dropFirst(count)
        }
    }

    private mutating func ring() { write("\u{7}") }

    private mutating func show() {
        let frame = PlainFrame(TillView.grid(driver.till, theme: Theme(depth: .mono, isUTF8: true)))
        write(frame.newLines(since: shown))
        shown = frame
        let wantsSecret = driver.till.pinEntry != nil
        if wantsSecret != isEchoOff {
            isEchoOff = wantsSecret
            Echo.set(!wantsSecret)
        }
    }
}
