import Glibc
import TenderBytes
import TenderDevices
import TillScreens

/// The terminal: shows pictures, and reports keys.
///
/// ncurses runs on one thread only.
final class Screen: Sendable {
    /// The messages on their way to the thread.
    struct Mailbox {
        var grid: Grid?
        var mustRedraw = false
        var mustBeep = false
        var closing: CheckedContinuation<Void, Never>?
        var isClosed = false
    }

    /// The terminal's colors and characters.
    let theme: Theme
    /// The size when it was opened; later ones are events.
    let size: GridSize
    /// The stream of keys, scans, sizes and signals, in order.
    ///
    /// A person types less than the buffer holds; the excess is dropped.
    let events: AsyncStream<ScreenEvent>

    private let mailbox: Guarded<Mailbox>
    private let wake: Int32

    private init(_ opened: ScreenThread.Opened, _ link: ScreenThread.Link, _ events: AsyncStream<ScreenEvent>) {
        theme = opened.theme
        size = opened.size
        mailbox = link.mailbox
        wake = link.wakeWriter
        self.events = events
    }

    /// Takes over the terminal.
    ///
    /// - Throws: `ScreenError`; the terminal is then as it was.
    static func open(isASCII: Bool) async throws(ScreenError) -> Screen {
        guard isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
        let (events, continuation) = AsyncStream<ScreenEvent>.makeStream(bufferingPolicy: .bufferingOldest(1024))
        guard let link = ScreenThread.Link(events: continuation) else { throw .noResources }
        let result: Result<ScreenThread.Opened, ScreenError> = await withCheckedContinuation { waiting in
            let started = OwnThread.start { ScreenThread.run(link, isASCII: isASCII) { waiting.resume(returning: $0) } }
            if !started { waiting.resume(returning: .failure(.noResources)) }
        }
        return Screen(try result.get(), link, events)
    }

    /// Shows a picture soon, skipping an older one that was not shown yet.
    func show(_ grid: Grid) { post { $0.grid = grid } }

    /// Redraws everything with the next picture.
    func redraw() { post { $0.mustRedraw = true } }

    /// Rings the terminal's bell.
    func beep() { post { $0.mustBeep = true } }

    /// Restores the terminal, and returns when that is done.
    func close() async {
        await withCheckedContinuation { continuation in
            let isClosed = mailbox.withLock { box in
                if !box.isClosed { box.closing = continuation }
                return box.isClosed
            }
            if isClosed { continuation.resume() } else { ring() }
        }
    }

    private func post(_ change: (inout Mailbox) -> Void) {
        mailbox.withLock { change(&$0) }
        ring()
    }

    /// Wakes the thread; a full pipe wakes it already.
    private func ring() {
        var byte: UInt8 = 0
        _ = write(wake, &byte, 1)
    }
}
