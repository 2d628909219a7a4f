/// The driver family of a USB reader.
public enum ReaderFamily: String, Hashable, Sendable, Codable {
    /// USB chip card readers of class 0x0B.
    case ccid
    /// ID TECH NEO, a reader with its own kernel.
    case neo
    /// Magnetic stripe readers of MagTek.
    case magTek = "magtek"
    /// Magnetic stripe readers of ID TECH.
    case secureMag = "securemag"
}
