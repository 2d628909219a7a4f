/// A question to the customer: with which of a card's applications to pay (EMV Book 1, 12.4; Book 4, 11.3).
///
/// The names come from the card and may say anything; they are of printable letters, and at most `longestName` long.
public struct ApplicationQuestion: Hashable, Sendable {
    /// An application that card and terminal both have.
    public struct Application: Hashable, Sendable, Identifiable {
        /// The identifier (AID) in hexadecimal, in capitals.
        public let id: String
        /// What the card calls it; the identifier if the card does not say, or not in letters that can be shown.
        public let name: String

        /// Creates an application.
        public init(id: String, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// What the customer is asked.
    public enum Kind: Hashable, Sendable {
        /// With which of the applications to pay.
        case choice
        /// Whether the only application may pay, since the card wants that to be confirmed.
        case confirmation
    }

    /// The letters that a name has at most; an identifier has at most twice as many.
    public static let longestName = 16

    /// What the customer is asked.
    public let kind: Kind
    /// The applications, that which the card prefers first.
    public let applications: [Application]
    /// Whether the application that was chosen before does not work, and these are the others.
    public let isAgain: Bool

    /// Creates a question.
    public init(_ kind: Kind, _ applications: [Application], isAgain: Bool = false) {
        self.kind = kind
        self.applications = applications
        self.isAgain = isAgain
    }

    /// Returns the application that somebody named: by its place in the list, from 1, or by its identifier.
    public func application(named text: String) -> Application? {
        if let number = Int(text), text.count < 3 {
            return applications.indices.contains(number - 1) ? applications[number - 1] : nil
        }
        return applications.first { $0.id == text.uppercased() }
    }
}

/// Asks the customer about the applications of a card; a front end gives one to the source of its readers.
///
/// It returns one of the applications, or `nil` for none: a choice is then canceled by the customer, and an application
/// that was to be confirmed does not pay. Its task is canceled when the time is over, the card leaves, or the collection
/// is canceled; what it returns afterwards counts for nothing.
public typealias ApplicationChooser =
    @Sendable (ApplicationQuestion) async -> ApplicationQuestion.Application?
