/// What the app says about an address.
public enum ShippingVerdict: Hashable, Sendable {
    /// Goods can be sent there, in one of these ways; of none selected the first is.
    case valid(methods: [ShippingMethod], selected: String?)
    /// Goods cannot be sent there; a sentence for people.
    case invalid(String)
}
