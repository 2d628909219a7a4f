import FoundationEssentials
import Glibc
import TenderAPI
import TenderBytes
import TenderFlow
import TenderHTTPServer
import TenderService

/// The exchanges of the service: one call each, or a feed of events.
final class ServiceDesk: Sendable {
    /// How long nothing happens before a feed says so, which keeps proxies from closing it and notices who is gone.
    private static let quiet = Duration.seconds(15)

    private struct State: Sendable {
        var door: Doorkeeper
        var file: TokenFile
        /// What was wrong with the file the last time, which is reported once.
        var problem: ServiceFailure?
        var feeds = 0

        /// Reads the file again if it has changed; returns what is newly wrong with it.
        ///
        /// A file that is being written, or is damaged, leaves the front ends as they were; one that others may read, or
        /// that is another user's, leaves none.
        mutating func readFile() -> ServiceFailure? {
            do throws(ServiceFailure) {
                if let frontEnds = try file.changed() {
                    door.frontEnds = frontEnds
                    problem = nil
                }
                return nil
            } catch {
                if error.failsClosed { door.frontEnds = [] }
                guard error != problem else { return nil }
                problem = error
                return error
            }
        }
    }

    /// The most feeds of events at a time, so that they leave connections for commands.
    private static let maximumFeeds = 400

    private let configuration: ServiceServer.Configuration
    private let tills: [String: TillDesk]
    private let state: Guarded<State>

    init(_ configuration: ServiceServer.Configuration) throws(ServiceFailure) {
        self.configuration = configuration
        tills = Dictionary(configuration.tills.map { ($0.name, $0) }) { first, _ in first }
        var file = TokenFile(path: configuration.tokenFile)
        var door = Doorkeeper(hostNames: configuration.hostNames, origins: configuration.origins)
        door.frontEnds = try file.changed() ?? []
        state = Guarded(State(door: door, file: file))
    }

    /// Closes all tills at the same time.
    func close() async {
        await withTaskGroup(of: Void.self) { group in
            for till in tills.values { group.addTask { await till.close() } }
        }
    }

    /// Answers a request; every path leads to one answer.
    func answer(_ request: HTTPServerRequest) async -> HTTPServerAnswer {
        do throws(ServiceError) {
            return try await reply(to: request)
        } catch {
            configuration.report(
                "\(request.method.withoutControls.prefix(16)) \(request.path.withoutControls.prefix(200)) \(error.status)"
            )
            return .whole(Self.response(ServiceAnswer(error), allowedMethods: error.allowedMethods))
        }
    }

    private func reply(to request: HTTPServerRequest) async throws(ServiceError) -> HTTPServerAnswer {
        let isLocalSocket = configuration.socketPath != nil
        try state.withLock { (state) throws(ServiceError) in
            try state.door.checkPlace(request, isLocalSocket: isLocalSocket)
        }
        if let page = ServicePage.named(request.path) { return try page.answer(request, configuration.version) }
        guard let pieces = Self.pieces(request.path) else { throw Self.noSuchPath }
        if pieces == ["v1", "tills"] { return try listTills(request) }
        guard pieces.count >= 3, pieces[0] == "v1", pieces[1] == "tills" else { throw Self.noSuchPath }
        let rest = Array(pieces.dropFirst(3))
        if rest == ["events"] { return try await events(request, pieces[2]) }
        let frontEnd = try frontEnd(request)
        let till = try till(pieces[2], frontEnd)
        if rest == ["events", "ticket"] { return try ticket(request, frontEnd, till) }
        return .whole(Self.response(try await call(request, rest, till, frontEnd)))
    }

    // MARK: - Calls

    private func call(
        _ request: HTTPServerRequest, _ pieces: [String], _ till: TillDesk, _ frontEnd: FrontEnd
    ) async throws(ServiceError) -> ServiceAnswer {
        switch ServiceCall.match(request.method, pieces) {
        case .nothing: throw Self.noSuchPath
        case .otherMethods(let methods): throw .wrongMethod(methods)
        case .call(let call, let values):
            try Self.check(frontEnd, may: call.right)
            let input = try ServiceInput(try Self.input(request, call), path: values, fields: call.fields)
            let answer = await till.answer(call, input, from: frontEnd.name, key: request.header("idempotency-key"))
            configuration.report("\(frontEnd.name) \(till.name) \(call.name) \(answer.status) \(answer.outcome)")
            return answer
        }
    }

    private static func input(_ request: HTTPServerRequest, _ call: ServiceCall) throws(ServiceError) -> APIValue {
        guard call.method == .post else { return try query(request, call) }
        guard request.query.isEmpty else { throw .refused(400, "invalid_input", "this call takes no query") }
        guard !request.body.isEmpty else { return .null }
        // A form of a page of another origin cannot have this type without being asked about first.
        let type = request.header("content-type")?.lowercased().prefix { $0 != ";" && $0 != " " }
        guard type == "application/json" else {
            throw .refused(415, "wrong_type", "the input is JSON: Content-Type: application/json")
        }
        return try ServiceInput.parse(request.body)
    }

    /// Reads a query as the call's fields say: texts and whole numbers.
    private static func query(_ request: HTTPServerRequest, _ call: ServiceCall) throws(ServiceError) -> APIValue {
        guard let fields = [FormField](form: Array(request.query.utf8)) else {
            throw .refused(400, "invalid_input", "the query cannot be read")
        }
        var members: [String: APIValue] = [:]
        for field in fields {
            guard members[field.name] == nil else {
                throw .refused(400, "invalid_input", "the query has '\(field.name.withoutControls.prefix(60))' twice")
            }
            let isNumber = call.fields.contains { if case .integer = $0.kind { $0.name == field.name } else { false } }
            members[field.name] =
                isNumber ? Int64(field.value).map { .integer($0) } ?? .string(field.value) : .string(field.value)
        }
        return .object(members)
    }

    private struct TillList: Encodable {
        enum CodingKeys: String, CodingKey {
            case outcome, tills
            case frontEnd = "front_end"
        }

        var outcome = "done"
        var frontEnd: String
        var tills: [String]
    }

    private func listTills(_ request: HTTPServerRequest) throws(ServiceError) -> HTTPServerAnswer {
        guard request.method == "GET" else { throw .wrongMethod(["GET"]) }
        let frontEnd = try frontEnd(request)
        return Self.json(TillList(frontEnd: frontEnd.name, tills: tills.keys.filter(frontEnd.mayUse).sorted()))
    }

    // MARK: - Events

    private struct Ticket: Encodable {
        var outcome = "done"
        var ticket: String
    }

    private func ticket(
        _ request: HTTPServerRequest, _ frontEnd: FrontEnd, _ till: TillDesk
    ) throws(ServiceError) -> HTTPServerAnswer {
        guard request.method == "POST" else { throw .wrongMethod(["POST"]) }
        try Self.check(frontEnd, may: .read)
        return Self.json(Ticket(ticket: state.withLock { $0.door.makeTicket(frontEnd, till: till.name) }))
    }

    private func events(_ request: HTTPServerRequest, _ name: String) async throws(ServiceError) -> HTTPServerAnswer {
        guard request.method == "GET" else { throw .wrongMethod(["GET"]) }
        guard let query = [FormField](form: Array(request.query.utf8)),
            query.allSatisfy({ ["after", "ticket"].contains($0.name) })
        else { throw .refused(400, "invalid_input", "the events take after and ticket") }
        let till: TillDesk
        let owner: String
        if let ticket = query.first(where: { $0.name == "ticket" })?.value {
            let now = Self.uptime()
            readTokens()
            owner = try state.withLock { (state) throws(ServiceError) in
                try state.door.checkTicket(ticket, till: name, now: now)
            }
            guard let found = tills[name] else { throw Self.noSuchTill }
            till = found
        } else {
            let frontEnd = try frontEnd(request)
            try Self.check(frontEnd, may: .read)
            till = try self.till(name, frontEnd)
            owner = frontEnd.tokenHash
        }
        // A browser that connects again says where it was, whatever the address says.
        let after = request.header("last-event-id") ?? query.first { $0.name == "after" }?.value
        guard after.map({ Int64($0).map { $0 >= 0 } ?? false }) ?? true else {
            throw .refused(400, "invalid_input", "events are resumed after the number of a record")
        }
        let hasRoom = state.withLock { state in
            guard state.feeds < Self.maximumFeeds else { return false }
            state.feeds += 1
            return true
        }
        guard hasRoom else { throw .refused(503, "too_many_feeds", "too many front ends hear the events") }
        let stream = HTTPServerStream()
        do {
            // It listens before the front end hears that it does.
            let feed = try await till.feed(after: after.flatMap { Int64($0) }, pause: Self.quiet)
            Task {
                try? await feed.run { event in
                    if case .quiet = event { readTokens() }
                    guard state.withLock({ $0.door.mayRead(owner, till: name) }) else { return false }
                    return await stream.write(Self.frame(event))
                }
                stream.end()
                state.withLock { $0.feeds -= 1 }
            }
        } catch {
            state.withLock { $0.feeds -= 1 }
            throw ServiceError.refused(503, "journal_unavailable", error.message)
        }
        let head = HTTPServerResponse(
            status: 200,
            headers: [
                HTTPServerHeader("Content-Type", "text/event-stream"), HTTPServerHeader("Cache-Control", "no-store"),
                HTTPServerHeader("X-Accel-Buffering", "no"),
            ], body: Array("retry: 1000\n\n".utf8))
        return .stream(head, stream)
    }

    private static func frame(_ event: TillEvent) -> [UInt8] {
        let head =
            switch event {
            case .record(let line): "id: \(line.sequence)\nevent: record\ndata: "
            case .passing, .question: "event: passing\ndata: "
            case .quiet: ": quiet"
            }
        return Array(head.utf8) + (event.json ?? []) + Array("\n\n".utf8)
    }

    // MARK: - Who and what

    private func frontEnd(_ request: HTTPServerRequest) throws(ServiceError) -> FrontEnd {
        let now = Self.uptime()
        readTokens()
        return try state.withLock { (state) throws(ServiceError) in try state.door.frontEnd(request, now: now) }
    }

    /// Reads the tokens again if their file has changed; tells what is newly wrong with it.
    private func readTokens() {
        if let problem = state.withLock({ $0.readFile() }) { configuration.warn(problem.description) }
    }

    private func till(_ name: String, _ frontEnd: FrontEnd) throws(ServiceError) -> TillDesk {
        guard frontEnd.mayUse(name), let till = tills[name] else { throw Self.noSuchTill }
        return till
    }

    private static func check(_ frontEnd: FrontEnd, may right: ServiceRight) throws(ServiceError) {
        guard frontEnd.rights.contains(right) else {
            throw .refused(403, "not_allowed", "the token does not have the right '\(right.rawValue)'")
        }
    }

    private static let noSuchPath = ServiceError.refused(404, "no_such_path", "there is no such path: see /docs")
    private static let noSuchTill = ServiceError.refused(
        404, "no_such_till", "there is no such till, or the token is not for it: see /v1/tills")

    /// Returns the pieces of a path; `nil` if one is empty.
    ///
    /// No name has anything that is percent-encoded.
    private static func pieces(_ path: String) -> [String]? {
        let pieces = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        return pieces.contains("") ? nil : pieces
    }

    static func response(_ answer: ServiceAnswer, allowedMethods: [String] = []) -> HTTPServerResponse {
        var headers = [
            HTTPServerHeader("Content-Type", "application/json"), HTTPServerHeader("Cache-Control", "no-store"),
        ]
        if answer.isRepeated { headers.append(HTTPServerHeader("Idempotent-Replayed", "true")) }
        if !allowedMethods.isEmpty {
            headers.append(HTTPServerHeader("Allow", allowedMethods.joined(separator: ", ")))
        }
        if answer.status == 401 { headers.append(HTTPServerHeader("WWW-Authenticate", "Bearer")) }
        if answer.status == 429 { headers.append(HTTPServerHeader("Retry-After", "60")) }
        return HTTPServerResponse(status: answer.status, headers: headers, body: answer.body)
    }

    private static func json(_ value: some Encodable) -> HTTPServerAnswer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let body = (try? encoder.encode(value)).map { Array($0) } ?? []
        return .whole(
            HTTPServerResponse(
                status: 200,
                headers: [
                    HTTPServerHeader("Content-Type", "application/json"), HTTPServerHeader("Cache-Control", "no-store"),
                ],
                body: body))
    }

    private static func uptime() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
