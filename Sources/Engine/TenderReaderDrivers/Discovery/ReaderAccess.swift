import Glibc
import TenderDevices
import TenderModel
import TenderReaders

/// Checks whether readers can be opened, and opens them as soon as they can.
enum ReaderAccess {
    /// Returns the readers of the entries, each with what prevents opening it.
    ///
    /// The program that has a device open is looked up among all processes.
    static func checked(_ entries: [ReaderDirectory.Entry]) async -> [Reader] {
        await OwnThread.run { entries.map(checked) }
    }

    private static func checked(_ entry: ReaderDirectory.Entry) -> Reader {
        var reader = entry.reader
        reader.problem = unsupported(entry) ?? entry.device.node.flatMap(problem)
        switch reader.problem?.kind {
        // Another program has the device open, perhaps for another of its readers: opening it will show.
        case .busy where entry.sharesDevice: reader.problem = nil
        case .noPermission where mayOpenInterface(entry), .silent where mayOpenInterface(entry): reader.problem = nil
        default: break
        }
        return reader
    }

    /// Returns why the driver cannot use a reader, however it is opened.
    private static func unsupported(_ entry: ReaderDirectory.Entry) -> ReaderProblem? {
        if let limitation = limitation(entry) { return ReaderProblem(.unsupported, limitation) }
        let interface = entry.device.interfaces.first { $0.number == entry.interface?.number }
        guard entry.family == .ccid, let interface else { return nil }
        do throws(CCIDUnsupported) {
            _ = try CCIDMachine(interface)
            return nil
        } catch {
            let isOld = if case .oldFirmware = error { true } else { false }
            return ReaderProblem(isOld ? .outdated : .unsupported, error.sentence)
        }
    }

    /// Returns the known obstacle to using a reader that is not a chip reader.
    static func limitation(_ entry: ReaderDirectory.Entry) -> String? {
        entry.family == .ccid ? nil : KnownReader.of(entry.device)?.limitation
    }

    /// Returns whether a reader with a hidraw node can also be opened as a USB device.
    static func mayOpenInterface(_ entry: ReaderDirectory.Entry) -> Bool {
        guard entry.device.subsystem == .hidraw, let node = entry.interface?.node else { return false }
        return access(node, R_OK | W_OK) == 0
    }

    /// Returns the readers at the given addresses, each with what prevents opening it.
    static func readers(_ addresses: [ReaderAddress]) async -> [Reader] {
        await OwnThread.run { addresses.map(reader) }
    }

    private static func reader(_ address: ReaderAddress) -> Reader {
        let name = address.dialect == .zvt ? "ZVT terminal" : "ID TECH NEO"
        let problem = address.method == .serial ? address.place.flatMap(problem) : nil
        return Reader(
            id: address.description, model: name, serialNumber: "", discoveryMethod: address.method, address: address,
            problem: problem)
    }

    /// Returns what prevents opening a node.
    private static func problem(_ node: String) -> ReaderProblem? {
        guard access(node, R_OK | W_OK) != 0 else {
            return PortHolder.find(node).map { ReaderProblem(.busy, busy(node, $0)) }
        }
        guard errno != ENOENT else { return ReaderProblem(.silent, "there is no \(node): is it plugged in?") }
        return ReaderProblem(.noPermission, forbidden(node))
    }

    static func forbidden(_ node: String) -> String {
        let rules = "install 70-tender-readers.rules (tender udev-rules prints it), then plug it in again"
        let isSerial = node.hasPrefix("/dev/tty") || node.hasPrefix("/dev/serial/")
        // The rules cover readers; a serial adapter may be anything, and belongs to a group.
        let advice = isSerial ? "join the group dialout and log in again, or for a reader's own port \(rules)" : rules
        return "this user may not open \(node): \(advice)"
    }

    static func busy(_ node: String, _ holder: String?) -> String {
        guard let holder else { return "another program has \(node) open" }
        let advice = holder.hasPrefix("pcscd") ? ": stop it with systemctl stop pcscd.socket pcscd.service" : ""
        return "\(holder) has \(node) open\(advice)"
    }

    /// Opens a reader, retrying while the rules of a node that just appeared are still being applied.
    static func retrying<Value: Sendable>(
        _ open: () async throws(TransportError) -> Value
    ) async throws(TransportError) -> Value {
        for _ in 0..<20 {
            do throws(TransportError) {
                return try await open()
            } catch .accessDenied {
                guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { throw .canceled }
            }
        }
        return try await open()
    }

    /// Connects to HOST:PORT.
    static func connect(_ host: String, _ port: UInt16) async throws(TransportError) -> TCPStream {
        do throws(TransportError) {
            return try await TCPStream.connect(host: host, port: port)
        } catch .notFound(let place) {
            throw .failed("nothing answers at \(place): is it switched on, and is that its address?")
        }
    }

    /// Splits `HOST:PORT` into host and port; a literal IPv6 address is in brackets.
    static func split(_ place: String) -> (String, UInt16)? {
        guard let colon = place.lastIndex(of: ":"), let port = UInt16(place[place.index(after: colon)...]) else {
            return nil
        }
        var host = place[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        return host.isEmpty ? nil : (String(host), port)
    }
}
