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

    /// Whether an object is directly inside another.
    func isChild(_ element: TLV.Element, of parent: TLV.Element) -> Bool {
        element.depth == parent.depth + 1 && parent.range.contains(element.whole.lowerBound)
    }

    /// The first object with a tag directly inside another.
    func child(_ tag: TLV.Tag, of parent: TLV.Element) -> TLV.Element? {
        elements.first { $0.tag == tag && isChild($0, of: parent) }
    }

    /// The value of such an object.
    func value(_ tag: TLV.Tag, of parent: TLV.Element) -> SecretBytes? { child(tag, of: parent).map { value($0) } }

    /// Such a value in the open.
    func open(_ tag: TLV.Tag, of parent: TLV.Element) -> [UInt8]? { value(tag, of: parent)?.open }
}
