public import TenderModel

/// A person of an account in version 2 of the API: its individual, its representative, an owner, a director.
public struct CorePerson: Hashable, Sendable, Codable, Identifiable {
    /// What a person is to the company; `nil` for what is not known, and in a request for what stays as it is.
    public struct Relationship: Hashable, Sendable, Codable {
        /// Whether they may act for it in some of its affairs.
        public var authorizer: Bool?
        /// Whether they are on the board.
        public var director: Bool?
        /// Whether they run it.
        public var executive: Bool?
        /// Whether they are the guardian of its representative.
        public var legalGuardian: Bool?
        /// Whether they own a quarter or more.
        public var owner: Bool?
        /// Their share in percent, a decimal number such as `25`.
        public var percentOwnership: String?
        /// Whether they represent it.
        public var representative: Bool?
        /// Their title.
        public var title: String?

        /// Creates a relationship.
        public init(
            representative: Bool? = nil, owner: Bool? = nil, director: Bool? = nil, executive: Bool? = nil,
            authorizer: Bool? = nil, legalGuardian: Bool? = nil, percentOwnership: String? = nil, title: String? = nil
        ) {
            self.representative = representative
            self.owner = owner
            self.director = director
            self.executive = executive
            self.authorizer = authorizer
            self.legalGuardian = legalGuardian
            self.percentOwnership = percentOwnership
            self.title = title
        }

        enum CodingKeys: String, CodingKey {
            case authorizer, director, executive, owner, representative, title
            case legalGuardian = "legal_guardian"
            case percentOwnership = "percent_ownership"
        }
    }

    /// The ID, `person_…`.
    public var id: String
    /// The account, `acct_…`.
    public var account: String
    /// The given name.
    public var givenName: String?
    /// The family name.
    public var surname: String?
    /// The email address.
    public var email: String?
    /// The telephone number.
    public var phone: String?
    /// Where they live.
    public var address: Address?
    /// The day of birth.
    public var birth: AccountHolder.Day?
    /// The kinds of numbers that were provided.
    @DefaultIfAbsent public var idNumbers: [CoreIDNumber]
    /// `female` or `male`.
    public var legalGender: String?
    /// The nationalities, two letters each.
    @DefaultIfAbsent public var nationalities: [String]
    /// Whether they hold a public office: `existing` or `none`.
    public var politicalExposure: String?
    /// What they are to the company.
    public var relationship: Relationship?
    /// When they were added, in seconds since 1970.
    @TimestampText public var created: Int64
    /// When they were last changed, in seconds since 1970.
    @TimestampText public var updated: Int64
    /// The caller's own key-value pairs.
    @DefaultIfAbsent public var metadata: [String: String]

    enum CodingKeys: String, CodingKey {
        case id, account, surname, email, phone, address, nationalities, relationship, created, updated, metadata
        case givenName = "given_name"
        case birth = "date_of_birth"
        case idNumbers = "id_numbers"
        case legalGender = "legal_gender"
        case politicalExposure = "political_exposure"
    }
}

/// A number under which a state knows a person or a company.
public struct CoreIDNumber: Hashable, Sendable, Codable {
    /// The kind, such as `us_ssn_last_4` or `us_ein`.
    public var type: String
    /// The number; `nil` in answers, which never show it.
    public var value: String?

    /// Creates a number.
    public init(_ type: String, _ value: String? = nil) {
        self.type = type
        self.value = value
    }
}
