import CNcurses
import TillScreens

/// A mapping from what ncurses reads to keys.
enum KeyCode {
    static func key(character value: UInt32) -> Key? {
        if value < 0x20 || value == 0x7F { return Key(control: value) }
        return Unicode.Scalar(value).map { .character(Character($0)) }
    }

    /// Returns the key of a code; `nil` for codes that mean nothing to a till.
    static func key(code value: UInt32) -> Key? {
        let code = Int(value)
        if code > CNCURSES_FUNCTION_KEY && code <= CNCURSES_FUNCTION_KEY + 12 {
            return .function(code - CNCURSES_FUNCTION_KEY)
        }
        return switch code {
        case CNCURSES_UP: .up
        case CNCURSES_DOWN: .down
        case CNCURSES_LEFT: .left
        case CNCURSES_RIGHT: .right
        case CNCURSES_HOME: .home
        case CNCURSES_END: .end
        case CNCURSES_PREVIOUS_PAGE: .pageUp
        case CNCURSES_NEXT_PAGE: .pageDown
        case CNCURSES_BACKSPACE: .backspace
        case CNCURSES_DELETE: .delete
        case CNCURSES_ENTER: .enter
        case CNCURSES_BACK_TAB: .backTab
        default: nil
        }
    }
}
