import Foundation
import HTTPTestServer
import TenderFlow
import TenderGateway
import TenderModel

/// A call in a suite's table, with what it sends and what is answered.
struct APICall: Sendable {
    let name: String
    let answer: String
    /// Method, target and body, percent-encoded or not.
    let sent: String
    var makes: @Sendable (PaymentsClient) async throws(GatewayError) -> Void

    var isPost: Bool { sent.hasPrefix("POST") }

    /// Makes the call, and returns what is wrong with it: an error, or anything but its one request with these headers.
    ///
    /// - Parameters:
    ///   - headers: What each header holds; `nil` for one that must be missing. A POST must have the key in any case.
    ///   - caller: Returns the client that makes the call, from one with the secret key.
    func failures(
        headers: [String: String?] = [:], by caller: (PaymentsClient) throws -> PaymentsClient = { $0 }
    ) async throws -> [String] {
        let server = try HTTPTestServer { _ in .answer(200, answer) }
        let client = try caller(server.client())
        let error = await gatewayError { () throws(GatewayError) in try await makes(client) }
        let requests = server.requests
        let lines = requests.map { "\($0.method) \($0.target) \($0.body)" }
        var wrong: [String] = []
        if let error { wrong.append("\(error)") }
        if lines != [sent], lines.map(\.removingPercentEncoding) != [sent] { wrong.append("\(lines)") }
        let key = ["Idempotency-Key": isPost ? Fixture.key.rawValue : nil]
        for (header, value) in key.merging(headers, uniquingKeysWith: { $1 }) {
            let found = requests.flatMap { $0.headers(header) }
            if found != [value].compactMap(\.self) { wrong.append("\(header): \(found)") }
        }
        return wrong.map { "\(name): \($0)" }
    }

    /// Makes the call at a server that answers something else, and returns its error; `nil` if it has none.
    func error(_ answer: String, status: Int = 200) async throws -> GatewayError? {
        let server = try HTTPTestServer { _ in .answer(status, answer) }
        let client = try server.client()
        return await gatewayError { () throws(GatewayError) in try await makes(client) }
    }
}

extension [APICall] {
    /// Makes the calls with a publishable key, and returns the names of those that are not refused before any byte.
    func sentWithAPublishableKey() async throws -> [String] {
        let server = try HTTPTestServer { _ in .answer() }
        let client = try server.client(key: "pk_test_abc")
        var sent: [String] = []
        for call in self {
            let connections = server.acceptedConnections
            let error = await gatewayError { () throws(GatewayError) in try await call.makes(client) }
            let isRefused = error?.code == .permissionDenied && error?.fate == .notSent
            if !isRefused || server.acceptedConnections > connections { sent.append(call.name) }
        }
        return sent
    }
}
