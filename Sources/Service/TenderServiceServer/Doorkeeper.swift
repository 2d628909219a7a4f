import TenderCrypto
import TenderHTTPServer
import TenderService

/// Who may come in: which hosts and origins are meant, and whose token it is.
///
/// A value without sockets and clock.
struct Doorkeeper {
    /// The most tokens that nobody knows, in a minute; further ones are answered 429.
    static let wrongTokensPerMinute = 30
    /// The most event tickets of one front end: the oldest one ends first.
    static let ticketsPerFrontEnd = 16

    /// The names of this machine that a request may use besides those of the loopback, in lower case.
    let hostNames: Set<String>
    /// The other origins whose pages may ask.
    let origins: Set<String>
    var frontEnds: [FrontEnd] = [] {
        didSet {
            tickets = tickets.filter { mayRead($0.owner, till: $0.till) }
        }
    }
    private var wrongTokens = 0
    private var minute: Int64 = 0
    private var tickets: [Ticket] = []

    private struct Ticket {
        let hash: String
        let owner: String
        let till: String
    }

    init(hostNames: Set<String>, origins: Set<String>) {
        self.hostNames = Set(hostNames.map { $0.lowercased() })
        self.origins = origins
    }

    /// Checks that a request means this service: a page of another origin cannot reach it under a name of its own (DNS
    /// rebinding), and cannot ask in the name of the person at the browser.
    ///
    /// - Throws: `ServiceError`.
    func checkPlace(_ request: HTTPServerRequest, isLocalSocket: Bool) throws(ServiceError) {
        let host = request.header("host") ?? ""
        guard isLocalSocket || isKnown(host: host) else {
            throw ServiceError.refused(
                421, "wrong_host",
                "the service is not called that: use its own address, or give it the name with --host-name")
        }
        guard let origin = request.header("origin"), !origins.contains(origin) else { return }
        guard origin == "http://\(host)" || origin == "https://\(host)" else {
            throw ServiceError.refused(
                403, "wrong_origin", "pages of this origin may not ask: allow it with --origin")
        }
    }

    private func isKnown(host: String) -> Bool {
        let isBracketed = host.hasPrefix("[")
        var name = (isBracketed ? host.dropFirst().prefix { $0 != "]" } : host.prefix { $0 != ":" }).lowercased()
        if isBracketed { return HTTPServer.isLoopback(host: name) }
        if name.hasSuffix(".") { name.removeLast() }
        return name == "localhost" || HTTPServer.isLoopback(host: name) || hostNames.contains(name)
    }

    /// Returns whether the front end of a token's hash may read a till, now.
    func mayRead(_ owner: String, till: String) -> Bool {
        frontEnds.contains { $0.tokenHash == owner && $0.rights.contains(.read) && $0.mayUse(till) }
    }

    /// Returns the front end of a token.
    ///
    /// - Parameter now: The milliseconds of a monotonic clock.
    /// - Throws: `ServiceError` without a token, for one that nobody has, and after too many of those.
    mutating func frontEnd(_ request: HTTPServerRequest, now: Int64) throws(ServiceError) -> FrontEnd {
        guard let value = request.header("authorization"), value.lowercased().hasPrefix("bearer ") else {
            throw .refused(401, "token_missing", "a token is needed: Authorization: Bearer TOKEN")
        }
        guard let found = known(TokenFile.hash(Array(value.utf8.dropFirst(7)))) else { throw wrongToken(now) }
        return found
    }

    /// Compares with every hash, and in the same time whichever it is.
    private func known(_ hash: String) -> FrontEnd? {
        var found: FrontEnd?
        for frontEnd in frontEnds where ConstantTime.areEqual(Array(frontEnd.tokenHash.utf8), Array(hash.utf8)) {
            found = frontEnd
        }
        return found
    }

    private mutating func wrongToken(_ now: Int64) -> ServiceError {
        if now - minute >= 60_000 { (minute, wrongTokens) = (now, 0) }
        wrongTokens += 1
        return wrongTokens > Self.wrongTokensPerMinute
            ? .refused(429, "too_many_wrong_tokens", "too many tokens that nobody has: wait a minute")
            : .refused(401, "token_unknown", "nobody has this token: tender serve token add NAME makes one")
    }

    // MARK: - Tickets

    /// Makes a ticket, with which a page reads the events of one till: a browser's EventSource sends no token.
    mutating func makeTicket(_ frontEnd: FrontEnd, till: String) -> String {
        let ticket = "tender_ticket_" + TokenFile.randomHex()
        let own = tickets.indices.filter { tickets[$0].owner == frontEnd.tokenHash }
        if own.count >= Self.ticketsPerFrontEnd, let oldest = own.first { tickets.remove(at: oldest) }
        tickets.append(Ticket(hash: TokenFile.hash(Array(ticket.utf8)), owner: frontEnd.tokenHash, till: till))
        return ticket
    }

    /// Checks a ticket for the events of a till, and returns the hash of its owner's token.
    ///
    /// - Throws: `ServiceError`.
    mutating func checkTicket(_ ticket: String, till: String, now: Int64) throws(ServiceError) -> String {
        let hash = Array(TokenFile.hash(Array(ticket.utf8)).utf8)
        let found = tickets.first { $0.till == till && ConstantTime.areEqual(Array($0.hash.utf8), hash) }
        guard let found else { throw wrongToken(now) }
        return found.owner
    }
}

extension ServiceError {
    static func refused(_ status: Int, _ code: String, _ message: String) -> ServiceError {
        ServiceError(status: status, code: code, message: message)
    }

    static func wrongMethod(_ allowed: [String]) -> ServiceError {
        let methods = allowed.sorted()
        var error = refused(405, "wrong_method", "this path takes \(methods.joined(separator: ", "))")
        error.allowedMethods = methods
        return error
    }
}
