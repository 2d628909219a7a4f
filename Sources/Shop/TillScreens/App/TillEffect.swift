public import TenderSale

/// What the screens ask of the program around them.
public enum TillEffect: Hashable, Sendable {
    /// A command was given that concerns the shop.
    case perform(LineCommand)
    /// A code was scanned where articles are sold, or came as fast as a scan: so much of it.
    case scanned(String, Quantity = .one)
    /// The terminal shows something else than it should: write all of it anew.
    case redraw
    /// The program ends.
    case quit
}
