/// The meaning of a cell; the theme decides how it looks.
public enum CellStyle: UInt8, Hashable, Sendable, CaseIterable {
    /// Plain text.
    case normal
    /// A title.
    case heading
    /// The sum to pay.
    case total
    /// A success, such as an approval.
    case good
    /// A failure, such as a decline.
    case bad
    /// A reason to look.
    case warning
    /// An unknown state, such as the outcome of a payment.
    case unknown
    /// Less important text.
    case dim
    /// The name of a key.
    case key
    /// The selection.
    case selection
    /// A line of a box: ornament, which linear text leaves out.
    case frame
    /// A part of a code for cameras, light on dark: nothing to read, so linear text leaves it out.
    case code
}
