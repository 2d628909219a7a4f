/// Finds NEO frames in a stream of bytes, whatever else is in it.
///
/// What is no frame is skipped by looking for the next header; a damaged frame loses its first byte only, so that a whole
/// one inside it is found. It keeps no more than one frame, and looks at each byte a bounded number of times.
public struct NEOFrameParser: Sendable {
    /// What was found.
    public enum Element: Hashable, Sendable {
        /// A frame with a right checksum.
        case frame(NEOFrame)
        /// Something that began as a frame and is none, with its command as far as that came.
        case damaged(command: UInt8?)
    }

    /// Where pass-through commands and answers disagree with the rest of the guide: both orders are taken.
    static let passThroughCommand: UInt8 = 0x2C

    private let order: NEOChecksum.Order
    private var buffer: [UInt8] = []

    /// Makes a parser of commands or of answers, by the order of their checksum.
    public init(_ order: NEOChecksum.Order) { self.order = order }

    /// Whether the beginning of a frame waits for its rest.
    public var isPartial: Bool { !buffer.isEmpty }

    /// Takes the next bytes.
    public mutating func receive(_ bytes: [UInt8]) -> [Element] {
        buffer += bytes
        return scan()
    }

    /// Gives up the beginning of a frame, for which the rest did not come, and looks for whole frames behind it.
    public mutating func endBurst() -> [Element] {
        var elements: [Element] = []
        while !buffer.isEmpty {
            if buffer.starts(with: NEOFrame.header) { Self.add(damage(at: 0), to: &elements) }
            buffer.removeFirst()
            for element in scan() { Self.add(element, to: &elements) }
        }
        return elements
    }

    private mutating func scan() -> [Element] {
        var elements: [Element] = []
        var start = 0
        while let begin = firstHeader(from: start) {
            start = begin
            guard buffer.count - start >= NEOFrame.headByteCount else { break }
            let dataByteCount = Int(buffer[start + 12]) << 8 | Int(buffer[start + 13])
            let byteCount = NEOFrame.frameByteCount + dataByteCount
            let isTooLong = dataByteCount > NEOFrame.maximumDataByteCount
            guard isTooLong || buffer.count - start >= byteCount else { break }
            if !isTooLong, let frame = frame(buffer[start..<start + byteCount]) {
                elements.append(.frame(frame))
                start += byteCount
            } else {
                Self.add(damage(at: start), to: &elements)
                start += 1
            }
        }
        buffer.removeFirst(min(start, buffer.count))
        return elements
    }

    /// The first place where a header begins, or could begin when more bytes come; the end of the buffer where none does.
    private func firstHeader(from start: Int) -> Int? {
        let place = buffer[start...].indices.first { index in
            buffer[index] == NEOFrame.header[0] && zip(buffer[index...], NEOFrame.header).allSatisfy(==)
        }
        // The end stands for 'nothing', so that all of it is dropped.
        return place ?? (start < buffer.count ? buffer.count : nil)
    }

    private func frame(_ bytes: ArraySlice<UInt8>) -> NEOFrame? {
        let body = bytes.dropLast(2)
        let frame = NEOFrame(
            bytes[bytes.startIndex + 10], bytes[bytes.startIndex + 11], Array(body.dropFirst(NEOFrame.headByteCount)))
        let value = NEOChecksum.value(body)
        let sent = Array(bytes.suffix(2))
        if sent == NEOChecksum.bytes(value, order) { return frame }
        let isEither = frame.command == Self.passThroughCommand
        return isEither && sent == NEOChecksum.bytes(value, order.flipped) ? frame : nil
    }

    private func damage(at start: Int) -> Element {
        .damaged(command: buffer.dropFirst(start + NEOFrame.header.count).first)
    }

    /// Tells damage once, however many beginnings it has.
    private static func add(_ element: Element, to elements: inout [Element]) {
        if case .damaged = element, case .damaged = elements.last { return }
        elements.append(element)
    }
}
