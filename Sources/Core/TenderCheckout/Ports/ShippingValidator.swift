public import TenderModel

/// The judge of whether goods can be shipped to an address, and how.
public protocol ShippingValidator: Sendable {
    /// Judges an address.
    func validate(_ shipping: ShippingDetails) async -> ShippingVerdict
}
