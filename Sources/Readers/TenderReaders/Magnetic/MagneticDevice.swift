/// A family of stripe readers, by the form in which a swipe comes.
public enum MagneticDevice: String, Hashable, Sendable, CaseIterable {
    /// MagTek on HID: SureSwipe and MagneSafe V5.
    case magTek
    /// ID TECH on HID: native reports, and SecureMag frames in reports.
    case idTech
    /// ID TECH SecureMag frames on a serial line.
    case secureMag
}
