/// A parser that finds NEO frames in a stream of bytes, whatever else the stream contains.
///
/// It skips anything else by searching for the next header; of a damaged frame it skips only the first byte, so that it
/// finds a whole frame inside it. It keeps at most one frame, and looks at each byte a bounded number of times.
public struct NEOFrameParser: Sendable {
    /// An element found in the stream.
    public enum Element: Hashable, Sendable {
        /// A frame with a valid checksum.
        case frame(NEOFrame)
        /// Something that began as a frame but is not one, with its command if that was received.
        case damaged(command: UInt8?)
    }

    /// The pass-through command, for which the guide contradicts itself about the checksum's byte order: either is
    /// accepted.
    static let passThroughCommand: UInt8 = 0x2C

    private let order: NEOChecksum.Order
    private var buffer: [UInt8] = []

    /// Creates a parser of commands or of answers, depending on the byte order of their checksum.
    public init(_ order: NEOChecksum.Order) { self.order = order }

    /// Whether the beginning of a frame waits for its rest.
    public var isPartial: Bool { !buffer.isEmpty }

    /// Handles the next bytes.
    public mutating func receive(_ bytes: [UInt8]) -> [Element] {
        buffer += bytes
        return scan()
    }

    /// Discards the beginning of a frame whose rest did not arrive, and searches for whole frames after it.
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

    /// Returns the first index where a header begins, or might once more bytes arrive; the end of the buffer if there
    /// is none.
    private func firstHeader(from start: Int) -> Int? {
        let place = buffer[start...].indices.first { index in
            buffer[index] == NEOFrame.header[0] && zip(buffer[index...], NEOFrame.header).allSatisfy(==)
        }
        // The end stands for "nothing", so that all of it is dropped.
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

    /// Adds an element, but reports damage only once, however many beginnings it has.
    private static func add(_ element: Element, to elements: inout [Element]) {
        if case .damaged = element, case .damaged = elements.last { return }
        elements.append(element)
    }
}
