/// The app's verdict on an address.
public enum ShippingVerdict: Hashable, Sendable {
    /// Goods can be shipped there by one of these methods; if none is selected, the first is.
    case valid(methods: [ShippingMethod], selected: String?)
    /// Goods cannot be shipped there; the text is a sentence for people.
    case invalid(String)
}
