import TenderBytes

/// Data objects in bytes that are wiped.
struct CardObjects {
    let bytes: SecretBytes
    let elements: [TLV.Element]

    /// - Throws: the end of the transaction if the bytes are no data objects.
    init(_ bytes: SecretBytes) throws(ContactStop) {
        do throws(TLVError) {
            elements = try bytes.withUnsafeBytes { (buffer) throws(TLVError) in try TLV.elements(in: buffer.bytes) }
        } catch {
            throw .terminated(.dataInvalid)
        }
        self.bytes = bytes
    }

    /// The only object on top, if it has this tag and nothing but padding follows it.
    func template(_ tag: TLV.Tag) -> TLV.Element? {
        guard let first = elements.first, first.tag == tag,
            !elements.dropFirst().contains(where: { $0.depth == 0 })
        else { return nil }
        return first
    }

    func value(_ element: TLV.Element) -> SecretBytes { bytes.part(element.range) }

    /// The objects directly inside another.
    func children(of element: TLV.Element) -> [TLV.Element] {
        elements.filter {
            $0.depth == element.depth + 1 && $0.whole.lowerBound >= element.range.lowerBound
                && $0.whole.lowerBound < element.range.upperBound
        }
    }

    /// The first object with a tag directly inside another.
    func child(_ tag: TLV.Tag, of element: TLV.Element) -> TLV.Element? {
        children(of: element).first { $0.tag == tag }
    }

    /// The value of such an object, in the open.
    func open(_ tag: TLV.Tag, of element: TLV.Element) -> [UInt8]? { child(tag, of: element).map { value($0).open } }

    /// The objects that have values, at any depth.
    var primitives: [TLV.Element] { elements.filter { !$0.tag.isConstructed } }
}
