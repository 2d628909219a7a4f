/// A fault of the network or the server, for the first requests of an endpoint.
public struct Fault: Hashable, Sendable {
    /// The effect on a request.
    public enum Effect: Hashable, Sendable {
        /// The connection closes and nothing is executed.
        case dropRequest
        /// The request is executed and the connection closes without an answer.
        case dropAnswer
        /// The request is executed after a delay in milliseconds; its idempotency key is in use meanwhile.
        case delay(milliseconds: Int64)
        /// An error with this HTTP status; nothing is executed or stored.
        case status(Int)
        /// The request is executed, and the answer is an error with this HTTP status, stored under the idempotency key.
        case statusAfter(Int)
        /// The request is executed, half of the answer is sent, and the connection closes.
        case closeMidBody
        /// The request is executed, and the answer is a web page with the status 200, as from a captive portal.
        case html
    }

    /// The effect.
    public var effect: Effect
    /// The endpoint; `nil` for any.
    public var endpoint: Endpoint?
    /// The number of requests that it hits.
    public var count: Int

    /// Creates a fault.
    public init(_ effect: Effect, endpoint: Endpoint?, count: Int) {
        self.effect = effect
        self.endpoint = endpoint
        self.count = count
    }
}

extension Fault {
    /// The grammar of fault specifications, for help texts.
    public static let grammar = """
        drop-request:ENDPOINT:COUNT         close the connection, do nothing
        drop-answer:ENDPOINT:COUNT          do it, then close the connection
        delay:ENDPOINT:COUNT:TIME           wait, then do it (3s, 250ms)
        status:ENDPOINT:COUNT:STATUS        answer 400 to 599, do nothing
        status-after:ENDPOINT:COUNT:STATUS  do it, then answer 400 to 599
        close-mid-body:ENDPOINT:COUNT       do it, send half of the answer
        html:ENDPOINT:COUNT                 do it, answer a web page
        ENDPOINT is the name of an endpoint, such as create, confirm or customers.create (tender gateway endpoints
        lists them), or any;
        COUNT is how many of its requests are hit, from the first.
        """

    private static let maximumDelay: Int64 = 24 * 3600 * 1000

    /// Parses a specification such as `drop-answer:confirm:2`.
    ///
    /// - Throws: `FaultError` with the error and the grammar.
    public init(parsing text: String) throws(FaultError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard let kinds = Self.kinds[parts[0]] else { throw FaultError(text, "there is no fault '\(parts[0])'") }
        guard parts.count == kinds else {
            throw FaultError(text, "'\(parts[0])' has \(kinds) parts, and here are \(parts.count)")
        }
        let endpoint = Endpoint(rawValue: parts[1])
        guard endpoint != nil || parts[1] == "any" else { throw FaultError(text, "there is no endpoint '\(parts[1])'") }
        guard let count = Int(parts[2]), (1...1_000_000).contains(count) else {
            throw FaultError(text, "the count '\(parts[2])' is not a number from 1 to 1000000")
        }
        self.init(try Self.effect(parts, of: text), endpoint: endpoint, count: count)
    }

    /// The number of parts of each specification.
    private static let kinds = [
        "drop-request": 3, "drop-answer": 3, "delay": 4, "status": 4, "status-after": 4, "close-mid-body": 3, "html": 3,
    ]

    private static func effect(_ parts: [String], of text: String) throws(FaultError) -> Effect {
        switch parts[0] {
        case "drop-request": .dropRequest
        case "drop-answer": .dropAnswer
        case "delay": .delay(milliseconds: try milliseconds(parts[3], of: text))
        case "status": .status(try status(parts[3], of: text))
        case "status-after": .statusAfter(try status(parts[3], of: text))
        case "close-mid-body": .closeMidBody
        default: .html
        }
    }

    private static func status(_ part: String, of text: String) throws(FaultError) -> Int {
        guard let status = Int(part), (400...599).contains(status) else {
            throw FaultError(text, "the status '\(part)' is not a number from 400 to 599")
        }
        return status
    }

    private static func milliseconds(_ part: String, of text: String) throws(FaultError) -> Int64 {
        let (digits, factor): (Substring, Int64) =
            part.hasSuffix("ms") ? (part.dropLast(2), 1) : (part.dropLast(1), 1000)
        guard part.hasSuffix("s"), let number = Int64(digits), number >= 0, number <= maximumDelay / factor else {
            throw FaultError(text, "the time '\(part)' is not a number of seconds or milliseconds such as 3s or 250ms")
        }
        return number * factor
    }
}

/// An invalid fault specification.
public struct FaultError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The specification.
    public let text: String
    /// The error in it.
    public let problem: String

    init(_ text: String, _ problem: String) {
        self.text = text
        self.problem = problem
    }

    /// The error, and the grammar.
    public var description: String { "the fault '\(text)' cannot be read: \(problem)\n\(Fault.grammar)" }
}
