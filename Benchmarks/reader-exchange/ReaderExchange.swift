import Glibc
import TenderBytes
import TenderEMV
import TenderReaderDrivers
import TenderReaders
import TenderUSB

/// Sends an APDU again and again to the card in the first CCID reader, from callback to callback, or pays with it: our
/// driver without anything around it, for `scripts/bench --readers`.
///
///     reader-exchange COUNT HEX         the APDU
///     reader-exchange -s COUNT FILE     sales, with a configuration for chips
///     reader-exchange -l FILE           one sale, whose commands are printed
@main struct ReaderExchange {
    enum Failure: Error {
        case usage
        case noReader
        case noCard
        case noAnswer
    }

    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        let reader = try await openFirst()
        switch (words.first, words.count) {
        case ("-s", 3): try await Sales(reader, configuration: words[words.endIndex - 1]).run(count(words.dropFirst()))
        case ("-l", 2): try await Sales(reader, configuration: words[words.endIndex - 1]).list()
        case (_, 2):
            guard let bytes = Hex.decode(words[words.endIndex - 1]) else { throw Failure.usage }
            try await Exchanges(reader, CommandAPDU(parsing: bytes)).run(count(words))
        default: throw Failure.usage
        }
        await reader.close()
    }

    private static func count(_ words: ArraySlice<String>) throws -> Int {
        guard let count = words.first.flatMap(Int.init), count > 0 else { throw Failure.usage }
        return count
    }

    private static func openFirst() async throws -> CCIDReader {
        let usb = try LibUSB()
        for device in try await usb.devices() {
            guard let interface = device.interfaces.first(where: { $0.interfaceClass == 0x0B }) else { continue }
            return try await CCIDReader(
                usb.open(bus: device.bus, address: device.address, interface: interface.number))
        }
        throw Failure.noReader
    }

    /// Prints how long something took, as the peers do.
    static func tell(_ times: [Duration]) {
        let times = times.sorted()
        guard let shortest = times.first, let longest = times.last else { return }
        func microseconds(_ time: Duration) -> Int64 {
            time / .microseconds(1) >= 0 ? Int64(time / .microseconds(1)) : 0
        }
        print(
            """
            \(times.count) answers: median \(microseconds(times[times.count / 2])) µs, shortest \(microseconds(shortest)) µs, \
            longest \(microseconds(longest)) µs
            """)
    }
}
