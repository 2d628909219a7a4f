public import TenderModel

/// A place of the shop that smart readers are registered at.
public struct TerminalLocation: Hashable, Sendable, Codable, Identifiable {
    /// The id, `tml_…`.
    public var id: String
    /// The name for people.
    public var displayName: String
    /// Where it is.
    public var address: Address
    /// The shop's telephone.
    public var phone: String?
    /// The configuration of its readers, `tmc_…`; `nil` for the account's default.
    public var configurationOverrides: String?
    /// The caller's own keys and values.
    public var metadata: [String: String]
    /// Whether it belongs to live operation.
    public var livemode: Bool
    /// The name in kana.
    public var displayNameKana: String?
    /// The name in kanji.
    public var displayNameKanji: String?
    /// The address in kana.
    public var addressKana: JapaneseAddress?
    /// The address in kanji.
    public var addressKanji: JapaneseAddress?

    /// Makes a location.
    public init(
        id: String, displayName: String, address: Address, phone: String? = nil, metadata: [String: String] = [:],
        livemode: Bool = false, configurationOverrides: String? = nil, kana: JapaneseSpelling? = nil,
        kanji: JapaneseSpelling? = nil
    ) {
        self.id = id
        self.displayName = displayName
        self.address = address
        self.phone = phone
        self.metadata = metadata
        self.livemode = livemode
        self.configurationOverrides = configurationOverrides
        displayNameKana = kana?.displayName
        displayNameKanji = kanji?.displayName
        addressKana = kana?.address
        addressKanji = kanji?.address
    }

    enum CodingKeys: String, CodingKey {
        case id, address, phone, metadata, livemode
        case displayName = "display_name"
        case configurationOverrides = "configuration_overrides"
        case displayNameKana = "display_name_kana"
        case displayNameKanji = "display_name_kanji"
        case addressKana = "address_kana"
        case addressKanji = "address_kanji"
    }
}
