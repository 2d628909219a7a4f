import Glibc
import TillScreens

/// The till as lines of text on stdin and stdout: for screen readers, Braille lines and scripts.
struct PlainTill {
    /// Room for the help in one piece; a line reader has no screen to fit.
    private static let size = GridSize(width: 80, height: 200)

    private var state: TillState
    private var shown: PlainFrame?

    init(state: TillState) {
        self.state = state
        _ = self.state.handle(.resized(Self.size))
    }

    /// Reads lines until the end or a chosen one; blocks, so it needs a thread of its own.
    mutating func run() {
        show()
        while let line = readLine() {
            for key in line.map(Key.character) + [.enter] {
                for effect in state.handle(.key(key, isFast: false)) where perform(effect) { return }
            }
            show()
        }
    }

    private mutating func show() {
        let frame = PlainFrame(TillView.grid(state, theme: Theme(depth: .mono, isUTF8: true)))
        for line in frame.newLines(since: shown) { print(line) }
        fflush(nil)
        shown = frame
    }

    private mutating func perform(_ effect: TillEffect) -> Bool {
        switch effect {
        case .quit: return true
        case .redraw: shown = nil
        case .perform, .scanned: state.show(NotYet.message(state.language))
        }
        return false
    }
}
