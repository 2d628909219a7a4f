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

/// A failure of a reader to do what a command needs.
struct ReaderFailure: Error, CustomStringConvertible {
    /// The failure, and what to do.
    let description: String

    init(_ description: String) { self.description = description }

    /// Returns an error of a reader in words.
    static func sentence(_ error: any Error) -> String {
        switch error {
        case ReaderError.refused(let words), ReaderError.communication(let words), TransportError.failed(let words):
            words
        case ReaderError.disconnected(let reason): "the reader is gone (\(reason.rawValue))"
        case ReaderError.canceled: "it was given up"
        case let error as ReaderError: error.sentence
        default: "\(error)"
        }
    }
}
