/// A member of a reader's action or form, of which one is named after the object's own type.
struct ReaderKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }

    static let type = ReaderKey(stringValue: "type")
    static let status = ReaderKey(stringValue: "status")
    static let failureCode = ReaderKey(stringValue: "failure_code")
    static let failureMessage = ReaderKey(stringValue: "failure_message")
    static let apiError = ReaderKey(stringValue: "api_error")
    static let required = ReaderKey(stringValue: "required")
    static let skipped = ReaderKey(stringValue: "skipped")
    static let toggles = ReaderKey(stringValue: "toggles")
    static let customText = ReaderKey(stringValue: "custom_text")
}
