public import TenderAPI
public import TenderFlow
import TenderHTTP
public import TenderModel

/// The account's smart readers.
extension PaymentsClient {
    static let readers = "/v1/terminal/readers"
    static let readerKind = "terminal.reader"

    /// Registers a reader under the code that it shows, once per key.
    ///
    /// - Parameters:
    ///   - code: The code on the reader's screen; `simulated-wpe` or `simulated-s700` creates a simulated one in test
    ///     mode.
    ///   - location: The location of the reader, `tml_…`.
    ///   - label: The name for people; `nil` for the serial number.
    public func registerReader(
        code: String, location: String?, label: String? = nil, metadata: [String: String] = [:], key: IdempotencyKey
    ) async throws(GatewayError) -> TerminalReader {
        var form = FormParameters()
        form.add("registration_code", code)
        form.add("location", try location?.checkedID())
        form.add("label", label)
        form.add("metadata", map: metadata)
        return try await exchange(.post, Self.readers, form, key: key, kind: Self.readerKind, to: "register a reader")
    }

    /// Lists readers, newest first.
    public func listReaders(
        _ wanted: TerminalReaderQuery = TerminalReaderQuery(), _ query: ListQuery = ListQuery()
    ) async throws(GatewayError) -> ListPage<TerminalReader> {
        var form = FormParameters()
        form.add("device_type", wanted.deviceType)
        form.add("location", try wanted.location?.checkedID())
        form.add("serial_number", wanted.serialNumber)
        form.add("status", wanted.status?.rawValue)
        return try await page(Self.readers, query, form, to: "list readers")
    }

    /// Lists the readers of all pages, at most 10,000.
    public func allReaders(
        _ wanted: TerminalReaderQuery = TerminalReaderQuery()
    ) async throws(GatewayError) -> [TerminalReader] {
        try await ListPage.all { query throws(GatewayError) in try await listReaders(wanted, query) }
    }

    /// Retrieves a reader with its latest action.
    public func retrieveReader(_ id: String) async throws(GatewayError) -> TerminalReader {
        try await exchange(.get, Self.readers, id: id, kind: Self.readerKind, to: "read a reader")
    }

    /// Updates the non-`nil` properties of a reader; the metadata is merged.
    public func updateReader(
        _ id: String, label: String? = nil, metadata: [String: String] = [:], key: IdempotencyKey
    ) async throws(GatewayError) -> TerminalReader {
        var form = FormParameters()
        form.add("label", label)
        form.add("metadata", map: metadata)
        return try await exchange(
            .post, Self.readers, id: id, "", form, key: key, kind: Self.readerKind, to: "update a reader")
    }

    /// Deletes a reader from the account.
    public func deleteReader(_ id: String) async throws(GatewayError) {
        try await remove(Self.readers, id: id, kind: Self.readerKind, to: "delete a reader")
    }
}
