import CLibUDev
import Glibc
public import TenderReaders

/// A HID device through the kernel's hidraw: one read is one input report.
///
/// The kernel buffers a few dozen reports for a slow program. What a device sends within about 50 ms after opening may
/// be lost: the kernel only then tells it that somebody is listening.
public final class HIDRaw: HIDTransport {
    /// The report descriptor.
    public let reportDescriptor: [UInt8]

    private let descriptor: Descriptor
    private let areNumbered: Bool

    private init(_ descriptor: Descriptor, reportDescriptor: [UInt8]) {
        self.descriptor = descriptor
        self.reportDescriptor = reportDescriptor
        areNumbered = HIDReportLengths(reportDescriptor).areNumbered
    }

    /// Opens a device exclusively, insofar as other programs respect that; canceling does not interrupt it.
    ///
    /// - Parameter path: Its node, such as `/dev/hidraw0`.
    /// - Throws: `.notFound`, `.accessDenied`, `.busy` with the program that has the device open, or `.failed` if it is
    ///   not a HID device.
    public static func open(_ path: String) async throws(TransportError) -> HIDRaw {
        let result = await OwnThread.run { () -> Result<(Descriptor, [UInt8]), TransportError> in
            do throws(TransportError) { return .success(try openNow(path)) } catch { return .failure(error) }
        }
        let (descriptor, report) = try result.get()
        return HIDRaw(descriptor, reportDescriptor: report)
    }

    /// Waits for one input report.
    public func receive() async throws(TransportError) -> [UInt8] { try await descriptor.receive() }

    /// Sends one output report, which begins with its number if reports are numbered.
    ///
    /// Canceling does not end it: either the device has the report by then, or the kernel gives up after five seconds.
    public func send(_ bytes: [UInt8]) async throws(TransportError) {
        if Task.isCancelled { throw .canceled }
        // The kernel always expects a number and strips a zero.
        let report = areNumbered ? bytes : [0] + bytes
        try await call("write", report) { write($0, $1.baseAddress, $1.count) }
    }

    /// Sends a feature report; `bytes` begins with the report ID, or 0 if reports are not numbered.
    public func setFeature(_ bytes: [UInt8]) async throws(TransportError) {
        guard !bytes.isEmpty, bytes.count <= Self.longest else { throw .failed("a report of \(bytes.count) bytes") }
        try await call("HIDIOCSFEATURE", bytes) { Int(cudev_set_feature($0, $1.baseAddress, UInt32($1.count))) }
    }

    /// Requests a feature report of at most `byteCount` bytes, including the report ID at its start.
    public func feature(id: UInt8, byteCount: Int) async throws(TransportError) -> [UInt8] {
        guard (1...Self.longest).contains(byteCount) else { throw .failed("a report of \(byteCount) bytes") }
        let name = descriptor.name
        return try await descriptor.useBlocking { (number) throws(TransportError) in
            var report = [id] + [UInt8](repeating: 0, count: byteCount - 1)
            let (count, code) = report.withUnsafeMutableBytes { buffer in
                (cudev_get_feature(number, buffer.baseAddress, UInt32(buffer.count)), errno)
            }
            guard count >= 0 else { throw TransportError(code, "HIDIOCGFEATURE", name) }
            return [UInt8](report.prefix(Int(count)))
        }
    }

    /// Ends both directions.
    public func close() async {
        // A call that is just ending may keep the file open for a moment longer than the descriptor.
        try? descriptor.use { (number) throws(TransportError) in _ = flock(number, LOCK_UN) }
        await descriptor.close()
    }

    /// The maximum size of a report that the kernel accepts in one request.
    private static let longest = 16_383
    /// The maximum size of a report descriptor (`HID_MAX_DESCRIPTOR_SIZE`).
    private static let longestDescriptor = 4096

    private static func openNow(_ path: String) throws(TransportError) -> (Descriptor, [UInt8]) {
        let number = Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard number >= 0 else { throw TransportError(errno, "open", path) }
        do throws(TransportError) {
            let report = try reportDescriptor(number, path)
            guard flock(number, LOCK_EX | LOCK_NB) == 0 else { throw .busy(PortHolder.find(path, except: number)) }
            return (Descriptor(number, name: path), report)
        } catch {
            Glibc.close(number)
            throw error
        }
    }

    private static func reportDescriptor(_ number: Int32, _ path: String) throws(TransportError) -> [UInt8] {
        var report = hidraw_report_descriptor()
        guard cudev_report_descriptor(number, &report) >= 0 else {
            throw errno == ENOTTY ? .failed("\(path) is not a HID device") : TransportError(errno, "HIDIOCGRDESC", path)
        }
        let count = min(Int(report.size), longestDescriptor)
        return withUnsafeBytes(of: &report.value) { [UInt8]($0.prefix(count)) }
    }

    /// Performs a kernel call with a report, on a thread of its own.
    private func call(
        _ operation: String, _ report: [UInt8],
        _ body: @escaping @Sendable (Int32, UnsafeMutableRawBufferPointer) -> Int
    ) async throws(TransportError) {
        let name = descriptor.name
        try await descriptor.useBlocking { (number) throws(TransportError) in
            var report = report
            let (count, code) = report.withUnsafeMutableBytes { (body(number, $0), errno) }
            guard count >= 0 else { throw TransportError(code, operation, name) }
        }
    }
}
