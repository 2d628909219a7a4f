/// A key, or what a terminal makes of several.
public enum Key: Hashable, Sendable {
    /// A character that was typed.
    case character(Character)
    /// A function key, F1 to F12.
    case function(Int)
    /// A key with Ctrl, named by its lower-case letter.
    case control(Character)
    /// Return, also on the numeric keypad.
    case enter
    /// Escape.
    case escape
    /// Tab.
    case tab
    /// Tab with Shift.
    case backTab
    /// Deletes to the left.
    case backspace
    /// Deletes to the right.
    case delete
    /// The arrows.
    case up, down, left, right
    /// The keys to the start and to the end.
    case home, end
    /// The keys a screen up and a screen down.
    case pageUp, pageDown

    /// Creates the key of a control character, or returns `nil` for others and for those without a meaning to a till.
    public init?(control code: UInt32) {
        switch code {
        case 0x08, 0x7F: self = .backspace
        case 0x09: self = .tab
        case 0x0A, 0x0D: self = .enter
        case 0x1B: self = .escape
        case 0x01...0x1A:
            guard let letter = Unicode.Scalar(code + 0x60) else { return nil }
            self = .control(Character(letter))
        default: return nil
        }
    }
}
