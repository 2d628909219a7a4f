import CQREncode
public import TenderSale

extension QRMatrix {
    /// The part of a code that may be damaged.
    public enum Correction: Hashable, Sendable {
        /// 7 %: for screens, where a code is small rather than dirty.
        case low
        /// 15 %: for paper.
        case medium
    }

    /// Encodes a text as UTF-8 in the smallest code that holds it, or returns `nil` when none does.
    public init?(encoding text: String, correction: Correction = .medium) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, let count = Int32(exactly: bytes.count) else { return nil }
        guard
            let code = QRcode_encodeData(
                count, bytes, 0, correction == .low ? QR_ECLEVEL_L : QR_ECLEVEL_M)
        else { return nil }
        defer { QRcode_free(code) }
        let size = Int(code.pointee.width)
        guard let data = code.pointee.data, size > 0 else { return nil }
        self.init(size: size, modules: (0..<size * size).map { data[$0] & 1 == 1 })
    }
}
