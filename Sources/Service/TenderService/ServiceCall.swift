public import TenderAPI
import TenderBytes
import TenderModel

/// A call of the service: what a front end may ask of a till, by HTTP and from C alike.
///
/// The table `all` is the only list of calls: routes, checks, documentation and the C library's names come from it.
public struct ServiceCall: Sendable {
    /// The HTTP method.
    public enum Method: String, Hashable, Sendable {
        /// It changes nothing.
        case get = "GET"
        /// It does something.
        case post = "POST"
    }

    /// What it means to ask for the same again.
    enum Repetition: Sendable {
        /// Each time is a call of its own.
        case free
        /// Once under an idempotency key; after a restart the engine continues it when it is called again.
        ///
        /// The closure says of a payment whether it shows that this was done, where the engine tells no more than that it
        /// cannot be done again.
        case continued((@Sendable (PaymentIntent, ServiceInput) -> Bool)?)
        /// Once under an idempotency key; the engine continues it if the closure says that it has begun it, and otherwise
        /// nothing was done, and no card is asked for again.
        case continuedIf(@Sendable (TillDesk, ServiceInput, CommandKey) async throws -> Bool)
        /// Once under an idempotency key; after a restart nobody is asked for a card again, and the records tell what
        /// became of it.
        case lookedUp
    }

    /// A member of its result beside `outcome`.
    public struct Member: Hashable, Sendable {
        /// The member's name.
        public let name: String
        /// What it is.
        public let kind: Kind
        /// Whether it may be left out.
        public let isOptional: Bool

        /// What a member of a result is.
        public indirect enum Kind: Hashable, Sendable {
            /// A text.
            case text
            /// A whole number.
            case integer
            /// `true` or `false`.
            case flag
            /// An object of the payments API, by its name.
            case object(String)
            /// A list of such.
            case list(Kind)
        }

        init(_ name: String, _ kind: Kind, isOptional: Bool = false) {
            self.name = name
            self.kind = kind
            self.isOptional = isOptional
        }

        static func optional(_ name: String, _ kind: Kind) -> Member { Member(name, kind, isOptional: true) }
    }

    typealias Work = @Sendable (TillDesk, ServiceInput, CommandKey?) async throws -> ServiceResult

    /// The name, such as `confirm_payment_intent`.
    public let name: String
    /// One line about it.
    public let summary: String
    /// The HTTP method.
    public let method: Method
    /// The path below the till, such as `payment_intents/{id}/confirm`.
    public let path: String
    /// The right that it takes.
    public let right: ServiceRight
    /// What it means to ask for the same again.
    let repetition: Repetition
    /// Whether it begins a sale: it is refused while selling is stopped.
    let beginsSale: Bool
    /// The members of the input.
    public let fields: [ServiceField]
    /// The words that `outcome` may be.
    public let outcomes: [String]
    /// The other members of the result.
    public let members: [Member]
    let work: Work

    init(
        _ name: String, _ method: Method, _ path: String, _ right: ServiceRight, _ summary: String,
        repetition: Repetition = .free, beginsSale: Bool = false, fields: [ServiceField] = [],
        outcomes: [String] = ["done"],
        members: [Member] = [], work: @escaping Work
    ) {
        self.name = name
        self.summary = summary
        self.method = method
        self.path = path
        self.right = right
        self.repetition = repetition
        self.beginsSale = beginsSale
        self.fields = fields
        self.outcomes = outcomes
        self.members = members
        self.work = work
    }

    /// Whether it needs an idempotency key.
    public var needsKey: Bool { if case .free = repetition { false } else { true } }

    /// Every call.
    public static let all: [ServiceCall] =
        readerCalls + paymentCalls + refundCalls + setupCalls + offlineCalls + recordCalls

    /// Returns the call of a name; `nil` if there is none.
    public static func named(_ name: String) -> ServiceCall? { byName[name] }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// Checks an input that has the values of the path among its members, as a caller without paths gives it.
    ///
    /// - Throws: `ServiceError` that names the member that is unknown, missing or wrong.
    public func input(_ value: APIValue) throws(ServiceError) -> ServiceInput {
        guard !pathNames.isEmpty else { return try ServiceInput(value, fields: fields) }
        guard case .object(var members) = value else {
            throw .invalid("the input must be an object with \(pathNames.map { "'\($0)'" }.joined(separator: ", "))")
        }
        var values: [String: String] = [:]
        for name in pathNames {
            guard let text = members.removeValue(forKey: name)?.string, text.isObjectID else {
                throw .invalid("'\(name)' takes an object's ID", parameter: name)
            }
            values[name] = text
        }
        return try ServiceInput(.object(members), path: values, fields: fields)
    }

    /// The names of the values in the path.
    private var pathNames: [String] {
        path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    }

    /// What became of a path.
    public enum Match: Sendable {
        /// It is a call's, with the values that it names.
        case call(ServiceCall, [String: String])
        /// It is a path of calls with these other methods.
        case otherMethods([String])
        /// There is no such path.
        case nothing
    }

    /// Finds the call of a method and the pieces of a path below a till.
    public static func match(_ method: String, _ pieces: [String]) -> Match {
        var others: [String] = []
        // A word of a path goes before a name in its place: /refunds/process is no refund's ID.
        let found = all.compactMap { call in call.values(of: pieces).map { (call, $0) } }
            .sorted { $0.1.count < $1.1.count }
        for (call, values) in found where values.count == found.first?.1.count {
            if call.method.rawValue == method { return .call(call, values) }
            others.append(call.method.rawValue)
        }
        return others.isEmpty ? .nothing : .otherMethods(others)
    }

    /// Returns the values that a path names; `nil` if it is another call's.
    private func values(of pieces: [String]) -> [String: String]? {
        let parts = path.split(separator: "/")
        guard parts.count == pieces.count else { return nil }
        var values: [String: String] = [:]
        for (part, piece) in zip(parts, pieces) {
            if part.hasPrefix("{") {
                guard piece.isObjectID else { return nil }
                values[String(part.dropFirst().dropLast())] = piece
            } else if part != piece {
                return nil
            }
        }
        return values
    }
}
