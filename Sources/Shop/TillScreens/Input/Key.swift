/// A key, or what a terminal made of several.
public enum Key: Hashable, Sendable {
    /// A character that was typed.
    case character(Character)
    /// F1 to F12.
    case function(Int)
    /// A key with Ctrl, named by its lower-case letter.
    case control(Character)
    /// Return, on the number block too.
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
    /// To the start or the end.
    case home, end
    /// A screen up or down.
    case pageUp, pageDown

    /// The key that a control character stands for; nil for characters that are none, or mean nothing to a till.
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
