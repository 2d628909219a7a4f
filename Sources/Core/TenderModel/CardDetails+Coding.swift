/// One object of the API's JSON, written by hand because the rarer details stand behind a pointer.
extension CardDetails {
    /// A key of a decoder's `userInfo`: cards were written without their rarer details, which are not looked up.
    package static let withoutParticulars = CodingUserInfoKey(rawValue: "withoutParticulars")

    private enum Key: String, CodingKey {
        case brand, last4, funding, country, network, receipt, fingerprint
        case description, iin, issuer, location, multicapture, networks, offline, reader, reauthorization, wallet
        case amountAuthorized = "amount_authorized"
        case brandProduct = "brand_product"
        case captureBefore = "capture_before"
        case cardholderName = "cardholder_name"
        case dynamicCurrencyConversion = "dynamic_currency_conversion"
        case emvAuthData = "emv_auth_data"
        case expMonth = "exp_month"
        case expYear = "exp_year"
        case generatedCard = "generated_card"
        case generatedFrom = "generated_from"
        case incrementalAuthorizationSupported = "incremental_authorization_supported"
        case networkTransactionID = "network_transaction_id"
        case overcaptureSupported = "overcapture_supported"
        case preferredLocales = "preferred_locales"
        case readMethod = "read_method"
        case reauthorizeBefore = "reauthorize_before"
    }

    /// Reads the API's object.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            brand: try values.decodeIfPresent(CardBrand.self, forKey: .brand),
            last4: try values.decodeIfPresent(String.self, forKey: .last4),
            expMonth: try values.decodeIfPresent(Int.self, forKey: .expMonth),
            expYear: try values.decodeIfPresent(Int.self, forKey: .expYear),
            funding: try values.decodeIfPresent(CardFunding.self, forKey: .funding),
            country: try values.decodeIfPresent(String.self, forKey: .country),
            network: try values.decodeIfPresent(String.self, forKey: .network),
            readMethod: try values.decodeIfPresent(ReadMethod.self, forKey: .readMethod),
            receipt: try values.decodeIfPresent(ReceiptDetails.self, forKey: .receipt),
            captureBefore: try values.decodeIfPresent(Int64.self, forKey: .captureBefore),
            amountAuthorized: try values.decodeIfPresent(Int64.self, forKey: .amountAuthorized),
            overcaptureSupported: try values.decodeIfPresent(Bool.self, forKey: .overcaptureSupported),
            incrementalAuthorizationSupported: try values.decodeIfPresent(
                Bool.self, forKey: .incrementalAuthorizationSupported),
            fingerprint: try values.decodeIfPresent(String.self, forKey: .fingerprint))
        guard Self.withoutParticulars.map({ decoder.userInfo[$0] == nil }) ?? true else { return }
        var more = Particulars()
        more.brandProduct = try values.decodeIfPresent(String.self, forKey: .brandProduct)
        more.cardholderName = try values.decodeIfPresent(String.self, forKey: .cardholderName)
        more.description = try values.decodeIfPresent(String.self, forKey: .description)
        more.dynamicCurrencyConversion = Self.readable(
            DynamicCurrencyConversion.self, .dynamicCurrencyConversion, values)
        more.emvAuthData = try values.decodeIfPresent(String.self, forKey: .emvAuthData)
        more.generatedFrom = Self.readable(GeneratedFrom.self, .generatedFrom, values)
        more.iin = try values.decodeIfPresent(String.self, forKey: .iin)
        more.issuer = try values.decodeIfPresent(String.self, forKey: .issuer)
        more.location = try values.decodeIfPresent(String.self, forKey: .location)
        more.multicapture = Self.readable(Particulars.Ability.self, .multicapture, values)
        more.networkTransactionID = try values.decodeIfPresent(String.self, forKey: .networkTransactionID)
        more.networks = try values.decodeIfPresent(Networks.self, forKey: .networks)
        more.offline = try values.decodeIfPresent(Offline.self, forKey: .offline)
        more.preferredLocales = try values.decodeIfPresent([String].self, forKey: .preferredLocales)
        more.reader = try values.decodeIfPresent(String.self, forKey: .reader)
        more.reauthorization = Self.readable(Particulars.Ability.self, .reauthorization, values)
        more.reauthorizeBefore = try values.decodeIfPresent(Int64.self, forKey: .reauthorizeBefore)
        more.wallet = try values.decodeIfPresent(Wallet.self, forKey: .wallet)
        more.generatedCard = try values.decodeIDIfPresent(forKey: .generatedCard)
        if more != Particulars() { particulars = more }
    }

    /// Returns a member whose form is not settled, or nil for one that cannot be read: it must not hide that a card paid.
    private static func readable<Value: Decodable>(
        _ type: Value.Type, _ key: Key, _ values: KeyedDecodingContainer<Key>
    ) -> Value? {
        (try? values.decodeIfPresent(type, forKey: key)) ?? nil
    }

    /// Writes the API's object, without what is absent.
    ///
    /// - Throws: `EncodingError`.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encodeIfPresent(brand, forKey: .brand)
        try values.encodeIfPresent(last4, forKey: .last4)
        try values.encodeIfPresent(expMonth, forKey: .expMonth)
        try values.encodeIfPresent(expYear, forKey: .expYear)
        try values.encodeIfPresent(funding, forKey: .funding)
        try values.encodeIfPresent(country, forKey: .country)
        try values.encodeIfPresent(network, forKey: .network)
        try values.encodeIfPresent(readMethod, forKey: .readMethod)
        try values.encodeIfPresent(receipt, forKey: .receipt)
        try values.encodeIfPresent(captureBefore, forKey: .captureBefore)
        try values.encodeIfPresent(amountAuthorized, forKey: .amountAuthorized)
        try values.encodeIfPresent(overcaptureSupported, forKey: .overcaptureSupported)
        try values.encodeIfPresent(incrementalAuthorizationSupported, forKey: .incrementalAuthorizationSupported)
        try values.encodeIfPresent(fingerprint, forKey: .fingerprint)
        guard let more = particulars else { return }
        try values.encodeIfPresent(more.brandProduct, forKey: .brandProduct)
        try values.encodeIfPresent(more.cardholderName, forKey: .cardholderName)
        try values.encodeIfPresent(more.description, forKey: .description)
        try values.encodeIfPresent(more.dynamicCurrencyConversion, forKey: .dynamicCurrencyConversion)
        try values.encodeIfPresent(more.emvAuthData, forKey: .emvAuthData)
        try values.encodeIfPresent(more.generatedFrom, forKey: .generatedFrom)
        try values.encodeIfPresent(more.iin, forKey: .iin)
        try values.encodeIfPresent(more.issuer, forKey: .issuer)
        try values.encodeIfPresent(more.location, forKey: .location)
        try values.encodeIfPresent(more.multicapture, forKey: .multicapture)
        try values.encodeIfPresent(more.networkTransactionID, forKey: .networkTransactionID)
        try values.encodeIfPresent(more.networks, forKey: .networks)
        try values.encodeIfPresent(more.offline, forKey: .offline)
        try values.encodeIfPresent(more.preferredLocales, forKey: .preferredLocales)
        try values.encodeIfPresent(more.reader, forKey: .reader)
        try values.encodeIfPresent(more.reauthorization, forKey: .reauthorization)
        try values.encodeIfPresent(more.reauthorizeBefore, forKey: .reauthorizeBefore)
        try values.encodeIfPresent(more.wallet, forKey: .wallet)
        try values.encodeIfPresent(more.generatedCard, forKey: .generatedCard)
    }
}
