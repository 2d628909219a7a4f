import Glibc
import TenderBytes
import TenderDevices
public import TenderEMV
public import TenderFlow
public import TenderModel
public import TenderReaders
import TenderUSB

/// The readers that are attached to this machine or reached from it: USB, serial ports, TCP.
///
/// One source serves any number of terminals, each with its own reader.
public final class HardwareReaderSource: ReaderSource {
    private let monitor: any DeviceMonitor
    private let sealer: (any CardSealer)?
    private let contact: ContactConfiguration?
    private let chooser: ApplicationChooser?
    private let usb = Guarded<LibUSB?>(nil)

    /// Creates a source that learns of devices from udev; it opens nothing until asked.
    ///
    /// - Parameters:
    ///   - sealer: Encrypts the cards of readers that do not do so themselves; without one, such cards are refused.
    ///   - contact: The rules and keys for chips in readers that only pass commands; without them, those do not sell.
    ///   - chooser: Asks the customer about the applications of a chip in such a reader; without one nobody is asked.
    public convenience init(
        sealer: (any CardSealer)? = nil, contact: ContactConfiguration? = nil, chooser: ApplicationChooser? = nil
    ) {
        self.init(monitor: UDevMonitor(), sealer: sealer, contact: contact, chooser: chooser)
    }

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - monitor: Reports which devices are attached.
    ///   - sealer: Encrypts the cards of readers that do not do so themselves.
    ///   - contact: The rules and keys for chips in readers that only pass commands.
    ///   - chooser: Asks the customer about the applications of a chip in such a reader; without one nobody is asked.
    public init(
        monitor: any DeviceMonitor, sealer: (any CardSealer)? = nil, contact: ContactConfiguration? = nil,
        chooser: ApplicationChooser? = nil
    ) {
        self.monitor = monitor
        self.sealer = sealer
        self.contact = contact
        self.chooser = chooser
    }

    /// Yields the attached readers now and after every change; if the configuration has addresses, yields those and
    /// ends.
    ///
    /// An unusable reader is yielded with its problem, and one that another program has open with a hint. Serial ports
    /// are reported as such: what is behind a port is known only once it is open.
    public func discover(_ configuration: DiscoveryConfiguration) -> AsyncThrowingStream<[Reader], any Error> {
        switch configuration.method {
        case .usb: attached([.usb, .hidraw]) { $0.usb }
        case .serial where configuration.addresses.isEmpty: attached([.tty]) { $0.serial }
        case .serial, .tcp: named(configuration.addresses)
        case .internet: failed(.refused("smart readers have a source of their own, with the account's key"))
        case .simulated: failed(.refused("simulated readers have a source of their own"))
        }
    }

    /// Opens a reader.
    ///
    /// - Throws: `ReaderError` with a sentence that says what to do; `.refused` for a ZVT terminal, which is also a
    ///   gateway.
    public func connect(_ reader: Reader, token: ConnectionToken) async throws(ReaderError) -> any CardReader {
        guard let address = reader.address ?? ReaderAddress(reader.id) else {
            throw .refused("\(reader.id) does not say where it is")
        }
        switch (address.method, address.dialect, address.place) {
        case (.usb, _, let place): return try await openUSB(place, address)
        case (_, .zvt, _): throw .refused("a ZVT terminal is reader and gateway in one: open it as a ZVTTerminal")
        case (.serial, _, let place?): return try await NEOReader.open(serial: line(place), at: address)
        case (.tcp, _, let place?): return try await NEOReader.open(stream(place), at: address)
        case (.internet, _, _), (.simulated, _, _), (_, _, nil):
            throw .refused("\(address) is not a reader of this machine")
        }
    }

    // MARK: - Discovery

    private func attached(
        _ subsystems: Set<DeviceSubsystem>, _ entries: @escaping @Sendable (ReaderDirectory) -> [ReaderDirectory.Entry]
    ) -> AsyncThrowingStream<[Reader], any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: [Reader].self)
        let monitor = monitor
        let task = Task {
            do {
                var directory = ReaderDirectory()
                var isListed = false
                for try await event in monitor.events(subsystems) {
                    directory.handle(event)
                    if event == .listed { isListed = true }
                    if isListed { continuation.yield(await ReaderAccess.checked(entries(directory))) }
                }
                continuation.finish()
            } catch let error as TransportError {
                continuation.finish(throwing: ReaderError(opening: error))
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    private func named(_ addresses: [ReaderAddress]) -> AsyncThrowingStream<[Reader], any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                continuation.yield(await ReaderAccess.readers(addresses))
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func failed(_ error: ReaderError) -> AsyncThrowingStream<[Reader], any Error> {
        AsyncThrowingStream { $0.finish(throwing: error) }
    }

    // MARK: - Opening

    private func openUSB(_ place: String?, _ address: ReaderAddress) async throws(ReaderError) -> any CardReader {
        guard let entry = try await find(place), let family = entry.family else {
            throw .communication("there is no reader \(address): see tender readers")
        }
        if let limitation = ReaderAccess.limitation(entry) { throw .refused(limitation) }
        switch family {
        case .ccid: return try await openChip(entry, slot: address.slot ?? 0)
        case .neo: return try await NEOReader.open(reports(entry), .hid, at: address)
        case .magTek:
            let sealer = KnownReader.of(entry.device)?.encrypts == true ? nil : sealer
            return await MagneticReader(try await reports(entry), .magTek, entry.reader, sealer: sealer)
        case .secureMag: return await MagneticReader(try await reports(entry), .idTech, entry.reader, sealer: sealer)
        }
    }

    /// Looks up a USB reader; one that sends reports may have just been plugged in, with its hidraw node about to
    /// appear.
    private func find(_ place: String?) async throws(ReaderError) -> ReaderDirectory.Entry? {
        for _ in 0..<5 {
            let entry = try await look(place)
            guard let entry, entry.family != .ccid, entry.device.subsystem == .usb else { return entry }
            guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { throw .canceled(by: .application) }
        }
        return try await look(place)
    }

    private func look(_ place: String?) async throws(ReaderError) -> ReaderDirectory.Entry? {
        var directory = ReaderDirectory()
        do {
            for try await event in monitor.events([.usb, .hidraw]) {
                directory.handle(event)
                if event == .listed { break }
            }
        } catch {
            throw .communication("cannot look at the USB bus: \(error)")
        }
        return directory.usb(at: place)
    }

    /// Opens the chip card interface of a USB device, for commands to cards.
    public func openChipReader(_ address: ReaderAddress) async throws(ReaderError) -> CCIDCardReader {
        guard let chip = try await openUSB(address.place, address) as? CCIDCardReader else {
            throw .refused("\(address) is not a chip card reader")
        }
        return chip
    }

    private func openChip(_ entry: ReaderDirectory.Entry, slot: Int) async throws(ReaderError) -> CCIDCardReader {
        guard let place = entry.interface else { throw .communication("\(entry.reader.id) has no address on the bus") }
        do throws(TransportError) {
            let usb = try libUSB()
            let transport = try await ReaderAccess.retrying { () async throws(TransportError) in
                try await usb.open(bus: place.bus, address: place.address, interface: place.number)
            }
            return try await chipReader(transport, entry.reader, slot)
        } catch {
            throw ReaderError(opening: error)
        }
    }

    private func chipReader(
        _ transport: any USBTransport, _ reader: Reader, _ slot: Int
    ) async throws(TransportError) -> CCIDCardReader {
        let driver: CCIDReader
        do throws(CCIDUnsupported) {
            driver = try await CCIDReader(transport)
        } catch {
            await transport.close()
            throw .failed("\(reader.model): \(error.sentence)")
        }
        guard slot < driver.plan.slotCount else {
            await driver.close()
            throw .failed("\(reader.id) has no slot \(slot): the last one is \(driver.plan.slotCount - 1)")
        }
        return CCIDCardReader(driver, reader: reader, slot: slot, acceptance: acceptance)
    }

    private var acceptance: ChipAcceptance? {
        guard let contact, let sealer else { return nil }
        return ChipAcceptance(configuration: contact, sealer: sealer, chooser: chooser)
    }

    private func libUSB() throws(TransportError) -> LibUSB {
        try usb.withLock { (usb) throws(TransportError) in
            if let usb { return usb }
            let opened = try LibUSB()
            usb = opened
            return opened
        }
    }

    private func reports(_ entry: ReaderDirectory.Entry) async throws(ReaderError) -> any HIDTransport {
        do throws(TransportError) {
            guard entry.device.subsystem == .hidraw, let node = entry.device.node else {
                return try await reportsOfInterface(entry)
            }
            do throws(TransportError) {
                return try await ReaderAccess.retrying { () async throws(TransportError) in
                    try await HIDRaw.open(node)
                }
            } catch .accessDenied where ReaderAccess.mayOpenInterface(entry) {
                return try await reportsOfInterface(entry)
            } catch .notFound where ReaderAccess.mayOpenInterface(entry) {
                return try await reportsOfInterface(entry)
            }
        } catch {
            throw ReaderError(opening: error)
        }
    }

    /// Opens a reader that has no hidraw node, or whose node is inaccessible.
    private func reportsOfInterface(_ entry: ReaderDirectory.Entry) async throws(TransportError) -> LibUSBHID {
        guard let place = entry.interface else { throw .notFound(entry.reader.id) }
        let usb = try libUSB()
        return try await ReaderAccess.retrying { () async throws(TransportError) in
            try await usb.openHID(bus: place.bus, address: place.address, interface: place.number)
        }
    }

    private func line(_ path: String) async throws(ReaderError) -> any SerialTransport {
        do throws(TransportError) {
            return try await ReaderAccess.retrying { () async throws(TransportError) in
                try await TermiosSerial.open(path, SerialConfiguration(baudRate: 115_200))
            }
        } catch {
            throw ReaderError(opening: error)
        }
    }

    private func stream(_ place: String) async throws(ReaderError) -> any StreamTransport {
        guard let (host, port) = ReaderAccess.split(place) else { throw .refused("\(place) is not HOST:PORT") }
        do throws(TransportError) {
            return try await ReaderAccess.connect(host, port)
        } catch {
            throw ReaderError(opening: error)
        }
    }
}
