public import TenderSale

/// A request from the screens to the surrounding program.
public enum TillEffect: Hashable, Sendable {
    /// Perform a command that concerns the shop.
    case perform(LineCommand)
    /// Sell a quantity of the code that was scanned, or typed as fast as a scan, where articles are sold.
    case scanned(String, Quantity = .one)
    /// Redraw the whole terminal, which shows something other than it should.
    case redraw
    /// End the program.
    case quit
}
