/// The rules by which a contactless transaction runs, once its application is selected (EMV Contactless Book B, 3.3.2.5).
public enum ContactlessKernel: UInt8, Hashable, Sendable, CaseIterable {
    /// M/Chip (Book C-2), EMV mode only.
    case kernel2 = 2
    /// qVSDC (Book C-3).
    case kernel3 = 3
}
