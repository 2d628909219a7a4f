import CNcurses
import Glibc
import TenderBytes
import TillScreens

/// The thread that owns ncurses: waits for keys, signals and pictures at once, and never blocks on any of them.
struct ScreenThread {
    /// The state that the thread shares with others.
    struct Link: Sendable {
        let mailbox = Guarded(Screen.Mailbox())
        let wakeReader: Int32
        let wakeWriter: Int32
        let signals: Int32
        let events: AsyncStream<ScreenEvent>.Continuation

        /// Returns `nil` when the system provides no descriptors.
        init?(events: AsyncStream<ScreenEvent>.Continuation) {
            var ends: [Int32] = [-1, -1]
            var set = TillSignals.handled
            signals = cncurses_signals(&set)
            guard signals >= 0, pipe(&ends) == 0 else { return nil }
            for end in ends {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
            (wakeReader, wakeWriter) = (ends[0], ends[1])
            self.events = events
        }
    }

    /// The properties of an open terminal.
    struct Opened: Sendable {
        let theme: Theme
        let size: GridSize
    }

    private let link: Link
    private let painter: Painter
    private var detector = ScanDetector()
    private var size: GridSize
    private var isHungUp = false
    /// The signal of an end that was not taken yet.
    private var untold: Int32?
    /// The number of times the terminal was ready without data, as it is when its other end is gone.
    private var emptyReads = 0

    private static let mostEmptyReads = 100

    /// Runs the thread: opens, reports how that went, and works until the screen is closed.
    static func run(_ link: Link, isASCII: Bool, opened: (Result<Opened, ScreenError>) -> Void) {
        let codeset = String(cString: cncurses_codeset())
        TerminalRestore.remember()
        guard cncurses_open() != nil else {
            opened(.failure(.unknownTerminal(variable("TERM") ?? "")))
            return
        }
        cncurses_prepare()
        let theme = Theme.detected(
            colors: Int(cncurses_start_colors()), codeset: codeset, isASCII: isASCII, environment: variable)
        TerminalRestore.arm()
        let painter = Painter(theme: theme)
        var thread = ScreenThread(link: link, painter: painter, size: Painter.adoptSize())
        opened(.success(Opened(theme: theme, size: thread.size)))
        thread.work()
        endwin()
        let waiting = link.mailbox.withLock { box in
            box.isClosed = true
            return box.closing.take()
        }
        waiting?.resume()
    }

    private init(link: Link, painter: Painter, size: GridSize) {
        self.link = link
        self.painter = painter
        self.size = size
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    private mutating func work() {
        while true {
            var waits = [
                pollfd(fd: isHungUp ? -1 : STDIN_FILENO, events: Int16(POLLIN), revents: 0),
                pollfd(fd: link.signals, events: Int16(POLLIN), revents: 0),
                pollfd(fd: link.wakeReader, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&waits, nfds_t(waits.count), timeout)
            if let untold { end(untold) }
            if waits[1].revents != 0 { takeSignals() }
            if waits[0].revents != 0 { readKeys(isGone: waits[0].revents & Int16(POLLIN) == 0) }
            send(detector.elapsed(at: Self.now))
            if waits[2].revents != 0, takeMail() { return }
        }
    }

    /// The time until held-back characters are released, or an end is told again, in milliseconds; -1 for never.
    private var timeout: Int32 {
        if untold != nil { return 50 }
        guard let deadline = detector.deadline else { return -1 }
        let now = Self.now
        return deadline > now ? Int32(clamping: deadline - now) : 0
    }

    /// The milliseconds of the steady clock.
    private static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(clamping: time.tv_sec) &* 1000 &+ UInt64(clamping: time.tv_nsec) / 1_000_000
    }

    private func send(_ inputs: [ConsoleEvent]) {
        for input in inputs { link.events.yield(.input(input)) }
    }

    private mutating func takeSignals() {
        while true {
            let number = cncurses_next_signal(link.signals)
            guard number != 0 else { return }
            if number == SIGWINCH { resized() } else { end(number) }
        }
    }

    private mutating func resized() {
        size = Painter.adoptSize()
        painter.forget()
        send([.resized(size)])
    }

    private mutating func readKeys(isGone: Bool) {
        var count = 0
        var value: UInt32 = 0
        while true {
            let kind = cncurses_read(&value)
            guard kind != 0 else { break }
            count += 1
            if kind == 2 && value == UInt32(CNCURSES_RESIZE) { continue }
            let key = kind == 1 ? KeyCode.key(character: value) : KeyCode.key(code: value)
            if let key { send(detector.handle(key, at: Self.now)) }
        }
        emptyReads = count > 0 ? 0 : emptyReads + 1
        if isGone || emptyReads > Self.mostEmptyReads {
            isHungUp = true
            end(SIGHUP)
        }
    }

    /// Tells of the end; again after a moment if more is unread than is kept, since nothing would tell of it once more.
    private mutating func end(_ signal: Int32) {
        if case .dropped = link.events.yield(.ending(signal: signal)) { untold = signal } else { untold = nil }
    }

    /// Shows what was posted; returns true when the screen is to be closed.
    private mutating func takeMail() -> Bool {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(link.wakeReader, &bytes, bytes.count) > 0 {}
        let (grid, mustRedraw, mustBeep, isClosing) = link.mailbox.withLock { box in
            defer { (box.mustRedraw, box.mustBeep) = (false, false) }
            return (box.grid.take(), box.mustRedraw, box.mustBeep, box.closing != nil)
        }
        if isClosing { return true }
        if mustBeep { beep() }
        if mustRedraw { painter.forget() }
        guard let grid else { return false }
        // It was drawn for an outdated size: the next one is on its way.
        if grid.size != size { send([.resized(size)]) }
        painter.paint(grid)
        return false
    }
}
