import TillScreens
import TillShop

/// The loop of the till: events → till → picture → screen.
struct TillApp {
    /// The end of the loop.
    enum Ending {
        /// Somebody quit.
        case chosen
        /// A signal requested it.
        case signal(Int32)
        /// The shop could not be opened; why.
        case closed(String)
    }

    private enum Event: Sendable {
        case screen(ScreenEvent)
        case till(TillEvent)
        case closed(String)
    }

    private let screen: Screen
    private let shop: Shopkeeper
    private var driver: TillDriver
    private var shown: Grid?
    private let events: AsyncStream<Event>
    private let sink: AsyncStream<Event>.Continuation
    private let ticker: TillTicker

    /// Creates the loop of a till, which takes the screen's size.
    init(screen: Screen, till: Till, shop: Shopkeeper) {
        self.screen = screen
        self.shop = shop
        driver = TillDriver(till, shop)
        // It carries the outcomes of payments: nothing may be dropped.
        let (events, sink) = AsyncStream<Event>.makeStream(bufferingPolicy: .unbounded)
        (self.events, self.sink) = (events, sink)
        ticker = TillTicker { sink.yield(.till(.tick)) }
        _ = driver.handle(.input(.resized(screen.size)))
    }

    /// Runs until somebody ends it; the screen stays open.
    mutating func run() async -> Ending {
        show()
        let pumps = start()
        defer { pumps.forEach { $0.cancel() } }
        var hasQuit = false
        for await event in events {
            switch event {
            case .screen(.ending(let signal)): return .signal(signal)
            case .closed(let why): return .closed(why)
            case .screen(.input(let input)): if take(.input(input)) { hasQuit = true }
            case .till(let event): if take(event) { hasQuit = true }
            }
            // Pending writes are finished.
            if hasQuit, !driver.isBusy { return .chosen }
        }
        return .chosen
    }

    /// Opens the shop behind the first picture.
    private func start() -> [Task<Void, Never>] {
        [
            Task { [screen, sink] in for await event in screen.events { sink.yield(.screen(event)) } },
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

    /// Handles an event; returns true when the program ends.
    private mutating func take(_ event: TillEvent) -> Bool {
        let actions = driver.handle(event)
        if actions.contains(.redraw) {
            screen.redraw()
            shown = nil
        }
        if actions.contains(.bell) { screen.beep() }
        ticker.arrange(isCharging: driver.till.charge != nil)
        show()
        return actions.contains(.quit)
    }

    private mutating func show() {
        let grid = TillView.grid(driver.till, theme: screen.theme)
        guard grid != shown else { return }
        shown = grid
        screen.show(grid)
    }
}
