public import TenderSale

/// An output of the console.
public enum ConsoleAction: Hashable, Sendable {
    /// Perform a command that concerns the shop.
    case perform(LineCommand)
    /// Sell a quantity of the code that was scanned, or typed as fast as a scan, where articles are sold.
    case scanned(String, Quantity = .one)
    /// Something to do with the terminal or the program.
    case screen(ScreenAction)
}
