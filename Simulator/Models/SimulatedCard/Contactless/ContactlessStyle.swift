/// The rules by which a contactless card pays.
public enum ContactlessStyle: String, Hashable, Sendable, CaseIterable {
    /// Visa's: everything is decided in the answer to GET PROCESSING OPTIONS (kernel 3).
    case qvsdc
    /// Mastercard's: records, then GENERATE AC (kernel 2).
    case mchip
}
