import CLibUSB
import TenderReaders

extension USBHandle {
    /// Makes a control request: sends `bytes` if given, otherwise receives up to `byteCount` bytes.
    func control(
        type: UInt8, request: UInt8, value: UInt16, index: UInt16, bytes: [UInt8]?, byteCount: Int, timeout: Duration
    ) async throws(TransportError) -> [UInt8] {
        try await transfer(
            try USBTransfer.Request(
                type: type, request: request, value: value, index: index, bytes: bytes, byteCount: byteCount,
                timeout: timeout))
    }

    /// Reads a string of the device; `nil` if there is none or the device does not return it.
    func string(_ index: UInt8) async -> String? {
        // American English, the one language of every device that has only one.
        guard index != 0,
            let answer = try? await control(
                type: 0, request: 6, value: 0x0300 | UInt16(index), index: 0x0409, bytes: nil, byteCount: 255,
                timeout: .seconds(1)),
            answer.count >= 2, answer[1] == 3
        else { return nil }
        let end = min(Int(answer[0]), answer.count)
        let units = stride(from: 2, to: end - 1, by: 2).map { UInt16(answer[$0]) | UInt16(answer[$0 + 1]) << 8 }
        return String(decoding: units, as: UTF16.self)
    }
}

extension USBTransfer.Request {
    /// A control request: it sends `bytes` if given, otherwise it receives up to `byteCount` bytes.
    init(
        type: UInt8, request: UInt8, value: UInt16, index: UInt16, bytes: [UInt8]?, byteCount: Int, timeout: Duration?
    ) throws(TransportError) {
        guard let length = UInt16(exactly: bytes?.count ?? byteCount) else {
            throw .failed("a control request has at most 65535 bytes")
        }
        let direction: UInt8 = bytes == nil && length > 0 ? 0x80 : 0
        var packet: [UInt8] = [type | direction, request]
        for field in [value, index, length] { packet += [UInt8(truncatingIfNeeded: field), UInt8(field >> 8)] }
        packet += bytes ?? []
        self.init(
            kind: LIBUSB_TRANSFER_TYPE_CONTROL, endpoint: 0, bytes: packet, room: bytes == nil ? Int(length) : 0,
            timeout: timeout)
    }
}
