import Foundation
import HTTPTestServer
import SimulatedPayments
import TenderAPI
import TenderFlow
import TenderGateway
import TenderModel
import Testing

/// Every endpoint of the simulated gateway beside the Swift call that asks it.
///
/// `docs/endpoints.md` lists them side by side, and for an endpoint that no call asks the reason. The calls are those of
/// the tables that the other suites send, and those that `SimulatedAPI` answers here.
@Suite(.timeLimit(.minutes(1))) struct EndpointCallTests {
    private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/endpoints.md")

    /// The rows of the page: an endpoint, the call, the reason for none.
    private static func rows() throws -> [(endpoint: String, call: String, reason: String)] {
        let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| `") }
        return lines.map { line in
            let cells = line.split(separator: "|").map { $0.filter { $0 != "`" }.trimmingCharacters(in: .whitespaces) }
            return cells.count == 3 ? (cells[0], cells[1], cells[2]) : ("\(line)", "", "")
        }
    }

    /// The endpoints that the tables' calls ask.
    private static var tabled: [String: String] {
        let calls =
            RequestTests.intentCalls + RequestTests.otherCalls + AccountCallTests.calls + CustomerCallTests.customers
            + CustomerCallTests.methods + CustomerCallTests.setups + CustomerCallTests.others
            + MarketplaceCallTests.accounts + MarketplaceCallTests.money + MarketplaceCallTests.pages
            + CoreCallTests.accounts + CoreCallTests.events
        var found: [String: String] = [:]
        for call in calls {
            let words = call.sent.split(separator: " ").map(String.init)
            guard words.count > 1, let path = words[1].split(separator: "?").first else { continue }
            let request = APIRequest(method: words[0], path: String(path))
            if let endpoint = request.endpoint { found[endpoint.pattern] = call.name }
        }
        return found
    }

    @Test func everyEndpointHasACallOrAReason() async throws {
        let api = try SimulatedAPI()
        let walk = EndpointWalk(api.client)
        try await walk.disputes()
        try await walk.terminal()
        try await walk.accounts()
        try await walk.money()
        try await walk.refunds()
        try await walk.shop()
        try await walk.customers()
        try await walk.coreAccounts()
        try await walk.thinEvents()
        let asked = api.asked.union(Self.tabled.keys)
        let rows = try Self.rows()
        #expect(rows.map(\.endpoint) == Endpoint.allCases.map(\.pattern))
        var wrong: [String] = []
        for (endpoint, call, reason) in rows {
            switch (asked.contains(endpoint), call.isEmpty, reason.isEmpty) {
            case (true, false, true), (false, true, false): break
            case (true, _, _): wrong.append("\(endpoint): there is a call for it, and no reason for none")
            case (false, _, _): wrong.append("\(endpoint): no call asks it: give the reason, and no call")
            }
        }
        #expect(wrong == [])
    }

    @Test func aDisputeIsWonWithEvidenceAndAnotherIsGivenUp() async throws {
        let api = try SimulatedAPI()
        let walk = EndpointWalk(api.client)
        let first = try await walk.dispute()
        #expect(first.status == .needsResponse)
        let saved = try await api.client.saveDisputeEvidence(
            first.id, [.customerName: "Ann", .uncategorizedText: "winning_evidence"], key: walk.key())
        #expect(saved.evidence == [.customerName: "Ann", .uncategorizedText: "winning_evidence"])
        #expect(saved.evidenceDetails.submissionCount == 0)
        let (call, key) = (try MoneyCall.disputeSubmission(first.id), walk.key())
        #expect(try await api.client.find(call, key: key, object: nil) == nil)
        let won = try await api.client.perform(call, key: key)
        #expect(try won.decode(Dispute.self).status == .won)
        #expect(try await api.client.find(call, key: key, object: nil)?.id == first.id)
        let other = await gatewayError { () throws(GatewayError) in
            try await api.client.find(call, key: walk.key(), object: nil)
        }
        #expect(other.map { RequestMachine.Reply($0) } == .precluded)
        let closing = try MoneyCall.disputeClosing(first.id)
        let late = await gatewayError { () throws(GatewayError) in
            try await api.client.find(closing, key: walk.key(), object: nil)
        }
        #expect(late.map { RequestMachine.Reply($0) } == .precluded)
        let second = try await walk.dispute()
        let given = try MoneyCall.disputeClosing(second.id)
        #expect(try await api.client.find(given, key: walk.key(), object: nil) == nil)
        #expect(try await api.client.perform(given, key: walk.key()).decode(Dispute.self).status == .lost)
        #expect(try await api.client.find(given, key: walk.key(), object: nil)?.id == second.id)
    }

    /// The answer must say that the refund is canceled: one that goes on is no end.
    @Test func aRefundIsCanceledWhileItWaitsForTheCustomer() async throws {
        let call = try MoneyCall.refundCancellation("re_1", account: "acct_1")
        let server = try HTTPTestServer { request in
            .answer(200, Fixture.refund(status: request.method == "POST" ? "canceled" : "requires_action"))
        }
        let client = try server.client()
        #expect(try await client.find(call, key: Fixture.key, object: nil) == nil)
        let canceled = try await client.perform(call, key: Fixture.key)
        #expect(try canceled.decode(Refund.self).status == .canceled)
        #expect(
            server.requests.map { "\($0.method) \($0.target) \($0.body)" } == [
                "GET /v1/refunds/re_1 ", "POST /v1/refunds/re_1/cancel ",
            ])
        #expect(server.requests.map { $0.header("Stripe-Account") } == ["acct_1", "acct_1"])
        let later = try HTTPTestServer { _ in .answer(200, Fixture.refund(status: "requires_action")) }
        let undecided = try later.client()
        let error = await gatewayError { () throws(GatewayError) in
            try await undecided.perform(call, key: Fixture.key)
        }
        #expect(error?.code == .answerMismatch)
    }

    @Test func aReversalIsOfThePayoutThatWasNamed() async throws {
        let made = """
            {"id":"po_2","object":"payout","amount":-400,"currency":"eur","original_payout":"po_1",\
            "metadata":{"tender_attempt":"\(Fixture.key.rawValue)"}}
            """
        let server = try HTTPTestServer { request in
            .answer(200, request.method == "POST" ? made : #"{"object":"list","data":[\#(made)]}"#)
        }
        let client = try server.client()
        let call = try MoneyCall.payoutReversal(of: "po_1")
        #expect(try await client.perform(call, key: Fixture.key).id == "po_2")
        #expect(try await client.find(call, key: Fixture.key, object: nil)?.id == "po_2")
        #expect(server.requests.map(\.target) == ["/v1/payouts/po_1/reverse", "/v1/payouts?limit=100"])
        let other = try MoneyCall.payoutReversal(of: "po_3")
        let error = await gatewayError { () throws(GatewayError) in
            try await client.perform(other, key: Fixture.key)
        }
        #expect(error?.code == .answerMismatch)
    }
}
