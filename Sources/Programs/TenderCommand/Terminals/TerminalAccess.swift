import ChipReaders
import CommandLineOptions
import Tender

/// The shared parts of the commands on smart readers and their locations.
enum TerminalAccess {
    /// The operand of the commands on one smart reader: its id, label or serial number.
    static let reader = Operand("READER", "smart reader", as: .text)

    /// Returns the reader with an id, a label or a serial number.
    static func reader(_ name: String, _ client: PaymentsClient) async throws -> TerminalReader {
        let readers = try await client.allReaders()
        let address = ReaderAddress(.internet, place: name)
        let choice = address.choice(of: readers.map { Reader($0) })
        guard let reader = readers.first(where: { $0.id == choice?.id }) else {
            throw ReaderFailure("there is no smart reader \(name): tender terminal readers lists what is registered")
        }
        return reader
    }

    static func line(_ location: TerminalLocation) -> String {
        let place = [
            location.address.line1, location.address.postalCode, location.address.city, location.address.state,
            location.address.country,
        ]
        return "\(location.id)  \(location.displayName), \(place.compactMap(\.self).joined(separator: ", "))"
            .withoutControls
    }

    static func line(_ reader: TerminalReader) -> String {
        let parts = [
            reader.deviceType, "serial \(reader.serialNumber)", reader.status?.rawValue,
            reader.location.map { "at \($0)" }, reader.action.map { "\($0.kind) \($0.status)" },
        ]
        return "\(reader.id)  \(reader.label), \(parts.compactMap(\.self).joined(separator: ", "))".withoutControls
    }
}

extension ObjectCommand where Object == TerminalReader {
    static func lines(_ reader: TerminalReader) -> [String?] { [TerminalAccess.line(reader)] }
}
