public import TenderModel

/// One form that a smart reader shows, with what the customer filled in.
public struct ReaderInput: Hashable, Sendable {
    /// The kinds of form.
    public enum Kind: OpenEnum {
        /// `signature`.
        case signature
        /// `selection`: one of some choices.
        case selection
        /// `text`.
        case text
        /// `email`.
        case email
        /// `phone`.
        case phone
        /// `numeric`.
        case numeric
        /// A value that this version has no name for.
        case unknown(String)

        /// The cases with a name.
        public static let known: [Kind] = [.signature, .selection, .text, .email, .phone, .numeric]

        /// The string of the API.
        public var rawValue: String {
            switch self {
            case .signature: "signature"
            case .selection: "selection"
            case .text: "text"
            case .email: "email"
            case .phone: "phone"
            case .numeric: "numeric"
            case .unknown(let value): value
            }
        }
    }

    /// A button of a selection.
    public struct Choice: Hashable, Sendable, Codable {
        /// What the answer calls it.
        public var id: String
        /// What stands on it.
        public var text: String
        /// How it looks: `primary` or `secondary`.
        public var style: String?

        /// Makes a choice.
        public init(id: String, text: String, style: String? = nil) {
            self.id = id
            self.text = text
            self.style = style
        }
    }

    /// A switch beside a form.
    public struct Toggle: Hashable, Sendable, Codable {
        /// What it is for.
        public var title: String?
        /// More about it.
        public var description: String?
        /// How it stands first: `enabled` or `disabled`.
        public var defaultValue: String?
        /// How the customer left it.
        public var value: String?

        /// Makes a switch.
        public init(title: String? = nil, description: String? = nil, defaultValue: String? = nil) {
            self.title = title
            self.description = description
            self.defaultValue = defaultValue
        }

        enum CodingKeys: String, CodingKey {
            case title, description, value
            case defaultValue = "default_value"
        }
    }

    /// What it asks for.
    public var kind: Kind
    /// The heading.
    public var title: String
    /// More about it.
    public var description: String?
    /// What stands on the button that skips it.
    public var skipButton: String?
    /// What stands on the button that ends it.
    public var submitButton: String?
    /// Whether it cannot be skipped.
    public var required: Bool
    /// The choices of a selection, at most four.
    public var choices: [Choice]
    /// The switches, at most four.
    public var toggles: [Toggle]
    /// What was filled in: text, digits, the id of the choice, or the id of the file of a signature.
    public var value: String?
    /// Whether the customer skipped it.
    public var isSkipped: Bool

    /// Makes a form.
    public init(
        _ kind: Kind, title: String, description: String? = nil, required: Bool = false, choices: [Choice] = [],
        toggles: [Toggle] = [], skipButton: String? = nil, submitButton: String? = nil
    ) {
        self.kind = kind
        self.title = title
        self.description = description
        self.required = required
        self.choices = choices
        self.toggles = toggles
        self.skipButton = skipButton
        self.submitButton = submitButton
        isSkipped = false
    }
}

extension ReaderInput: Codable {
    private enum AnswerKeys: String, CodingKey { case value, id, text, choices }

    private struct CustomText: Codable {
        var title: String?
        var description: String?
        var skipButton: String?
        var submitButton: String?

        enum CodingKeys: String, CodingKey {
            case title, description
            case skipButton = "skip_button"
            case submitButton = "submit_button"
        }
    }

    /// Reads the API's object; throws `DecodingError` for a missing or impossible field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ReaderKey.self)
        let text = try container.decodeIfPresent(CustomText.self, forKey: .customText)
        self.init(
            try container.decode(Kind.self, forKey: .type), title: text?.title ?? "", description: text?.description,
            required: try container.decodeIfPresent(Bool.self, forKey: .required) ?? false,
            toggles: try container.decodeIfPresent([Toggle].self, forKey: .toggles) ?? [],
            skipButton: text?.skipButton, submitButton: text?.submitButton)
        isSkipped = try container.decodeIfPresent(Bool.self, forKey: .skipped) ?? false
        let name = ReaderKey(stringValue: kind.rawValue)
        guard container.contains(name), try !container.decodeNil(forKey: name) else { return }
        let answer = try container.nestedContainer(keyedBy: AnswerKeys.self, forKey: name)
        choices = try answer.decodeIfPresent([Choice].self, forKey: .choices) ?? []
        value = try answer.decodeIfPresent(String.self, forKey: kind == .selection ? .id : .value)
    }

    /// Writes the API's object.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ReaderKey.self)
        try container.encode(kind, forKey: .type)
        try container.encode(required, forKey: .required)
        try container.encode(isSkipped, forKey: .skipped)
        try container.encode(toggles, forKey: .toggles)
        let text = CustomText(
            title: title, description: description, skipButton: skipButton, submitButton: submitButton)
        try container.encode(text, forKey: .customText)
        var answer = container.nestedContainer(keyedBy: AnswerKeys.self, forKey: ReaderKey(stringValue: kind.rawValue))
        if !choices.isEmpty { try answer.encode(choices, forKey: .choices) }
        try answer.encodeIfPresent(value, forKey: kind == .selection ? .id : .value)
    }
}
