/// What may be shown of a key in a store.
package struct KeyEntry: Hashable, Sendable, Encodable {
    /// Whether a key can be used.
    package enum State: String, Hashable, Sendable, Encodable {
        case ready, exhausted, removed, damaged
    }

    /// What names the key: its serial number at a count of zero.
    package let id: String
    /// Whether it can be used.
    package let state: State
    /// `tdes-dukpt` or `aes-dukpt`; `nil` where the file is damaged.
    package var scheme: String?
    /// The last serial number that was used, hexadecimal.
    package var serialNumber: String?
    /// The check value of the initial key, hexadecimal.
    package var checkValue: String?

    private enum CodingKeys: String, CodingKey {
        case id, state, scheme
        case serialNumber = "serial_number"
        case checkValue = "check_value"
    }
}
