/// An output of a register, in order: if one fails, the next is not carried out.
public enum RegisterAction: Hashable, Sendable {
    /// Something to do in the shop.
    case shop(ShopAction)
    /// A message to the cashier.
    case tell(RegisterMessage)
    /// A question to the cashier; the answer is an event.
    case ask(RegisterQuestion)
}
