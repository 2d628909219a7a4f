extension TLV {
    /// Walks over the data objects in some bytes, in the order of their first bytes, without copying any.
    ///
    /// Zero bytes between objects are padding; constructed objects are opened (EMV Book 3 annex B).
    /// - Parameters:
    ///   - bytes: The bytes, which somebody else owns.
    ///   - visit: Gets each object before those inside it; also those that precede an invalid one.
    /// - Throws: `TLVError`, with the offset of the first invalid data object.
    public static func walk(
        _ bytes: RawSpan, limits: Limits = Limits(), _ visit: (Element) -> Void
    ) throws(TLVError) {
        var scanner = try TLVScanner(byteCount: bytes.byteCount, limits: limits)
        var outerEnds = TLVScanner.OuterEnds(repeating: 0)
        while let element = try scanner.next(in: bytes, &outerEnds) { visit(element) }
    }

    /// The data objects in some bytes, in the order of their first bytes.
    static func elements(in bytes: RawSpan, limits: Limits = Limits()) throws(TLVError) -> [Element] {
        var scanner = try TLVScanner(byteCount: bytes.byteCount, limits: limits)
        var elements: [Element] = []
        // As many as a card's answer of this size seldom exceeds.
        elements.reserveCapacity(min(6 + bytes.byteCount / 12, limits.elementCount))
        var outerEnds = TLVScanner.OuterEnds(repeating: 0)
        while let element = try scanner.next(in: bytes, &outerEnds) { elements.append(element) }
        return elements
    }

    /// The first data object in some bytes; `nil` if there is only padding.
    static func first(in bytes: RawSpan, limits: Limits = Limits()) throws(TLVError) -> Element? {
        var scanner = try TLVScanner(byteCount: bytes.byteCount, limits: limits)
        var outerEnds = TLVScanner.OuterEnds(repeating: 0)
        return try scanner.next(in: bytes, &outerEnds)
    }
}
