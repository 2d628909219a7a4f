public import TenderAPI
public import TenderFlow
import TenderHTTP
public import TenderModel

/// The locations that smart readers are registered at.
extension PaymentsClient {
    private static let locations = "/v1/terminal/locations"
    private static let locationKind = "terminal.location"

    /// Creates a location, once per key.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of its readers, `tmc_…`; `nil` for the account's default.
    ///   - kana: Its name and address in kana, for a shop in Japan.
    ///   - kanji: The same in kanji.
    public func createLocation(
        displayName: String, address: Address, phone: String? = nil, configuration: String? = nil,
        kana: JapaneseSpelling? = nil, kanji: JapaneseSpelling? = nil, metadata: [String: String] = [:],
        key: IdempotencyKey
    ) async throws(GatewayError) -> TerminalLocation {
        var form = FormParameters()
        form.add("display_name", displayName)
        form.add("address", address)
        form.add("phone", phone)
        form.add("configuration_overrides", try configuration?.checkedID())
        form.add("kana", kana)
        form.add("kanji", kanji)
        form.add("metadata", map: metadata)
        return try await exchange(
            .post, Self.locations, form, key: key, kind: Self.locationKind, to: "create a location")
    }

    /// Lists locations, newest first.
    public func listLocations(_ query: ListQuery = ListQuery()) async throws(GatewayError) -> ListPage<TerminalLocation>
    {
        try await page(Self.locations, query, to: "list locations")
    }

    /// Retrieves a location.
    public func retrieveLocation(_ id: String) async throws(GatewayError) -> TerminalLocation {
        try await exchange(.get, Self.locations, id: id, kind: Self.locationKind, to: "read a location")
    }

    /// Updates the non-`nil` properties of a location; the metadata is merged.
    public func updateLocation(
        _ id: String, displayName: String? = nil, address: Address? = nil, phone: String? = nil,
        configuration: FieldChange<String>? = nil, kana: JapaneseSpelling? = nil, kanji: JapaneseSpelling? = nil,
        metadata: [String: String] = [:], key: IdempotencyKey
    ) async throws(GatewayError) -> TerminalLocation {
        var form = FormParameters()
        form.add("display_name", displayName)
        form.add("address", address)
        form.add("phone", phone)
        form.add("configuration_overrides", change: configuration)
        form.add("kana", kana)
        form.add("kanji", kanji)
        form.add("metadata", map: metadata)
        return try await exchange(
            .post, Self.locations, id: id, "", form, key: key, kind: Self.locationKind, to: "update a location")
    }

    /// Deletes a location.
    public func deleteLocation(_ id: String) async throws(GatewayError) {
        try await remove(Self.locations, id: id, kind: Self.locationKind, to: "delete a location")
    }
}

extension FormParameters {
    /// Adds a name and an address in one of the Japanese scripts, unless they are `nil`.
    fileprivate mutating func add(_ script: String, _ spelling: JapaneseSpelling?) {
        add("display_name_\(script)", spelling?.displayName)
        let (name, address) = ("address_\(script)", spelling?.address)
        add("\(name)[line1]", address?.line1)
        add("\(name)[line2]", address?.line2)
        add("\(name)[town]", address?.town)
        add("\(name)[city]", address?.city)
        add("\(name)[state]", address?.state)
        add("\(name)[postal_code]", address?.postalCode)
        add("\(name)[country]", address?.country)
    }
}
