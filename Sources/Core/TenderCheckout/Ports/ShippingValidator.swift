public import TenderModel

/// Who says whether goods can be sent to an address, and how.
public protocol ShippingValidator: Sendable {
    /// Judges an address.
    func validate(_ shipping: ShippingDetails) async -> ShippingVerdict
}
