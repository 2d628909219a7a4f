public import TenderModel

/// A person who belongs to a connected account: its representative, an owner, a director.
public struct AccountPerson: Hashable, Sendable, Codable, Identifiable {
    /// What a person is to the company.
    public struct Relationship: Hashable, Sendable, Codable {
        /// Whether they represent the account.
        @DefaultIfAbsent public var representative: Bool
        /// Whether they own a quarter or more.
        @DefaultIfAbsent public var owner: Bool
        /// Whether they are on the board.
        @DefaultIfAbsent public var director: Bool
        /// Whether they run the company.
        @DefaultIfAbsent public var executive: Bool
        /// Their title.
        public var title: String?
        /// What they own, in percent.
        public var percentOwnership: Double?

        /// Creates a relationship.
        public init(
            representative: Bool = false, owner: Bool = false, director: Bool = false, executive: Bool = false,
            title: String? = nil, percentOwnership: Double? = nil
        ) {
            self.representative = representative
            self.owner = owner
            self.director = director
            self.executive = executive
            self.title = title
            self.percentOwnership = percentOwnership
        }

        enum CodingKeys: String, CodingKey {
            case representative, owner, director, executive, title
            case percentOwnership = "percent_ownership"
        }
    }

    /// The id, `person_…`.
    public var id: String
    /// The account, `acct_…`.
    public var account: String
    /// The given name.
    public var firstName: String?
    /// The family name.
    public var lastName: String?
    /// The address for mail.
    public var email: String?
    /// The telephone number.
    public var phone: String?
    /// Where they live.
    public var address: Address?
    /// What they are to the company.
    public var relationship: Relationship?
    /// Whether the number under which their state knows them was given.
    @DefaultIfAbsent public var isIDNumberProvided: Bool
    /// When they were added, in seconds since 1970.
    public var created: Int64
    /// The caller's own key-value pairs.
    @DefaultIfAbsent public var metadata: [String: String]

    /// Creates a person; what is not given is unknown.
    public init(
        id: String, account: String, firstName: String? = nil, lastName: String? = nil, email: String? = nil,
        phone: String? = nil, address: Address? = nil, relationship: Relationship? = nil,
        isIDNumberProvided: Bool = false, created: Int64 = 0, metadata: [String: String] = [:]
    ) {
        self.id = id
        self.account = account
        self.firstName = firstName
        self.lastName = lastName
        self.email = email
        self.phone = phone
        self.address = address
        self.relationship = relationship
        self.isIDNumberProvided = isIDNumberProvided
        self.created = created
        self.metadata = metadata
    }

    enum CodingKeys: String, CodingKey {
        case id, account, email, phone, address, relationship, created, metadata
        case firstName = "first_name"
        case lastName = "last_name"
        case isIDNumberProvided = "id_number_provided"
    }
}
