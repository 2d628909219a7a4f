/// An action that a till requests from the program around it, in order.
public enum TillAction: Hashable, Sendable {
    /// Something to do in the shop.
    case shop(ShopAction)
    /// Something to do with the terminal or the program.
    case screen(ScreenAction)
}
