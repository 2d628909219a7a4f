import TillScreens

/// The loop of the till: input → state → picture → screen.
struct TillApp {
    /// How the loop came to its end.
    enum Ending {
        /// Somebody chose to.
        case chosen
        /// A signal asked for it.
        case signal(Int32)
    }

    private let screen: Screen
    private var state: TillState

    /// Begins with a state, which takes the screen's size.
    init(screen: Screen, state: TillState) {
        self.screen = screen
        self.state = state
        _ = self.state.handle(.resized(screen.size))
    }

    /// Runs until somebody ends it; the screen stays open.
    mutating func run() async -> Ending {
        show()
        for await event in screen.events {
            switch event {
            case .ending(let signal): return .signal(signal)
            case .input(let input):
                for effect in state.handle(input) where perform(effect) { return .chosen }
                show()
            }
        }
        return .chosen
    }

    private func show() { screen.show(TillView.grid(state, theme: screen.theme)) }

    /// True when the program ends.
    private mutating func perform(_ effect: TillEffect) -> Bool {
        switch effect {
        case .quit: return true
        case .redraw: screen.redraw()
        case .perform, .scanned: state.show(NotYet.message(state.language))
        }
        return false
    }
}
