/// A family of stripe readers, by the format in which a swipe arrives.
public enum MagneticDevice: String, Hashable, Sendable, CaseIterable {
    /// MagTek over HID: SureSwipe and MagneSafe V5.
    case magTek
    /// ID TECH over HID: native reports, and SecureMag frames in reports.
    case idTech
    /// ID TECH SecureMag frames on a serial line.
    case secureMag

    /// Whether a stripe may come encrypted at a reader that is set so, and which tells it with the stripe only.
    package var mayEncrypt: Bool { self != .magTek }
}
