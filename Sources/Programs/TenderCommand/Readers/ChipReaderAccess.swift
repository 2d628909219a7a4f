import ChipReaders
import CommandLineOptions
import Tender

/// Access to the chip card reader that a command names.
enum ChipReaderAccess {
    /// The operand that names the reader.
    static let reader = Operand(
        "READER", "USB reader",
        as: OptionText("usb for the first USB reader, or usb:ID as tender readers shows it") { text in
            ReaderAddress(text).flatMap { $0.method == .usb ? $0 : nil }
        })

    /// Runs `body` with the reader open, optionally waiting for the reader first.
    static func with<Value>(
        _ address: ReaderAddress, waits: Bool = false, _ body: (CCIDCardReader) async throws -> Value
    ) async throws -> Value {
        let source = HardwareReaderSource()
        do {
            if waits { try await waitUntilAttached(address, source) }
            let reader = try await source.openChipReader(address)
            do {
                let value = try await body(reader)
                await reader.disconnect()
                return value
            } catch {
                await reader.disconnect()
                throw error
            }
        } catch let error as ReaderError {
            throw ReaderFailure(ReaderFailure.sentence(error))
        }
    }

    private static func waitUntilAttached(_ address: ReaderAddress, _ source: HardwareReaderSource) async throws {
        for try await readers in source.discover(.usb)
        where readers.contains(where: { address.place == nil || $0.address?.place == address.place }) {
            return
        }
    }
}
