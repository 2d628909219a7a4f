/// What a cell means; the theme decides how that looks.
public enum CellStyle: UInt8, Hashable, Sendable, CaseIterable {
    /// Plain text.
    case normal
    /// A title.
    case heading
    /// The sum that is to be paid.
    case total
    /// Something went well, such as an approval.
    case good
    /// Something did not, such as a decline.
    case bad
    /// Somebody should look.
    case warning
    /// Nobody knows yet, such as the outcome of a payment.
    case unknown
    /// Less important text.
    case dim
    /// The name of a key.
    case key
    /// What is chosen.
    case selection
    /// A line of a box: an ornament, which linear text leaves out.
    case frame
    /// A part of a code for cameras, light on dark: nothing to be read, so that linear text leaves it out.
    case code
}
