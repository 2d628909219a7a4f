import CommandLineOptions
import Tender

/// The shared parts of the commands on the people of connected accounts.
enum PersonOptions {
    static let id = Operand("PERSON", "id of a person", as: .text)
    private static let firstName = Option("first-name", "NAME", "the given name", as: .text)
    private static let lastName = Option("last-name", "NAME", "the family name", as: .text)
    private static let birth = Option("birth", "DAY", "the day of birth, such as 1980-05-17", as: .day)
    private static let relationship = Option(
        "relationship", "NAME[,NAME…]",
        "their roles, separated by commas: representative, owner, director, executive; or none",
        as: .relationship)
    private static let jobTitle = Option("title", "TEXT", "their title, such as CEO", as: .text)
    private static let percentOwnership = Option(
        "percent-ownership", "N", "what they own, in percent", as: .number(in: 0...100))

    /// The options that say what the person is to the company.
    static let relations: [any DeclaredOption] = [relationship, jobTitle, percentOwnership]
    static let all: [any DeclaredOption] =
        [firstName, lastName, birth, CustomerOptions.email, CustomerOptions.phone] + relations
        + AddressOptions.anyOptions
    static let notes = """
        ID numbers are not accepted here, because the process list would show them: the seller gives them on the page of
        tender account onboard, or a program with AccountPersonParameters.
        """

    /// Returns who the person is, without what they are to the company.
    static func parameters(_ arguments: Arguments) -> AccountPersonParameters {
        AccountPersonParameters(
            firstName: arguments[firstName], lastName: arguments[lastName], birth: arguments[birth]?.ofBirth,
            email: arguments[CustomerOptions.email], phone: arguments[CustomerOptions.phone],
            address: AddressOptions.anyAddress(arguments))
    }

    /// Returns what the person is to the company: what is given, and the rest as it was; `nil` if nothing is given.
    static func relationship(
        _ arguments: Arguments, from old: AccountPerson.Relationship?
    ) throws -> AccountPerson.Relationship? {
        guard relations.contains(where: { arguments.isGiven($0) }) else { return nil }
        var now = old ?? AccountPerson.Relationship()
        if let names = arguments[Self.relationship] {
            now.representative = names.contains(.representative)
            now.owner = names.contains(.owner)
            now.director = names.contains(.director)
            now.executive = names.contains(.executive)
        }
        if let title = arguments[jobTitle] { now.title = title }
        if let share = arguments[percentOwnership] { now.percentOwnership = Double(share) }
        return now
    }
}

/// What a person can be to the company, by the API's names.
enum PersonRelation: String, CaseIterable {
    case representative, owner, director, executive
}

extension OptionText where Value == Set<PersonRelation> {
    /// Some of what a person can be, or `none`.
    fileprivate static var relationship: OptionText {
        let names = PersonRelation.allCases.map(\.rawValue)
        return OptionText("some of \(names.joined(separator: ", ")), or none") { text in
            guard text != "none" else { return [] }
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            let relations = parts.compactMap { PersonRelation(rawValue: String($0)) }
            return relations.count == parts.count ? Set(relations) : nil
        }
    }
}

extension Day {
    /// The same day as the API takes it; `nil` for a text that is no day, which cannot be made.
    fileprivate var ofBirth: AccountHolder.Day? {
        let parts = description.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return nil }
        return AccountHolder.Day(year: parts[0], month: parts[1], day: parts[2])
    }
}

extension AccountPerson {
    /// One line for people.
    var line: String {
        let name = [firstName, lastName].compactMap(\.self).joined(separator: " ")
        let relations = (relationship?.words ?? []).joined(separator: ", ")
        return [id, name, relations].filter { !$0.isEmpty }.joined(separator: "  ")
    }

    /// The facts that interest people.
    var lines: [String?] {
        let place = [address?.line1, address?.postalCode, address?.city, address?.state, address?.country]
        let lives = place.compactMap(\.self).joined(separator: ", ")
        return [
            line, email.map { "  email     \($0)" }, phone.map { "  phone     \($0)" },
            lives.isEmpty ? nil : "  lives at  \(lives)",
            isIDNumberProvided ? "  id number  provided" : nil,
        ]
    }
}

extension AccountPerson.Relationship {
    /// What the person is, for people.
    fileprivate var words: [String] {
        let names: [(String, Bool)] = [
            ("representative", representative), ("owner", owner), ("director", director), ("executive", executive),
        ]
        let share = percentOwnership.map { share in
            "\(Int64(exactly: share).map { "\($0)" } ?? "\(share)") %"
        }
        return names.filter(\.1).map(\.0) + [title, share].compactMap(\.self)
    }
}
