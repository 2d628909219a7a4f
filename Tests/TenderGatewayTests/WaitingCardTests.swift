import HTTPTestServer
import TenderBytes
import TenderFlow
import TenderGateway
import TenderModel
import Testing

/// Confirmations with a card that waits for its issuer.
@Suite(.timeLimit(.minutes(1))) struct WaitingCardTests {
    /// What a member beside the intent, or beside the error, comes to.
    private static func told(_ member: String, status: Int = 200) async throws -> (SecretBytes?, Bool) {
        let body =
            status == 200
            ? Fixture.intent(status: "succeeded", received: 1099)
            : Fixture.error("card_error", code: "card_declined", more: ",\"payment_intent\":\(Fixture.intent())")
        let server = try HTTPTestServer { _ in .answer(status, "\(body.dropLast())\(member)}") }
        let answer = await (try server.client()).confirmPaymentIntent(
            Fixture.reference, waitingCard: CardConfirmation(Fixture.payload), key: Fixture.key)
        #expect(server.requests.first?.body.contains("%5Bawaits_issuer%5D=true") == true)
        switch answer.result {
        case .success(let intent): return (answer.issuerData, intent.status == .succeeded)
        case .failure(let error): return (answer.issuerData, error.code == .declinedByIssuer)
        }
    }

    @Test(arguments: [200, 402]) func theIssuersDataComeBesideTheIntentOrTheError(status: Int) async throws {
        let (data, isRead) = try await Self.told(",\"issuer_data\":\"8A023030\"", status: status)
        #expect(data == SecretBytes([0x8A, 0x02, 0x30, 0x30]))
        #expect(isRead)
    }

    @Test func whatIsNoneIsIgnoredAndChangesNothing() async throws {
        let long = String(repeating: "00", count: 1025)
        for value in ["null", "\"\"", "\"8A0\"", "\"zz\"", "7", "[\"8A\"]", "{}", "\"\(long)\"", "\"8A 02\""] {
            let (data, isRead) = try await Self.told(",\"issuer_data\":\(value)")
            #expect(data == nil, "\(value)")
            #expect(isRead, "\(value)")
        }
        let (data, isRead) = try await Self.told("")
        #expect(data == nil)
        #expect(isRead)
    }

    @Test func anAnswerAboutAnotherIntentIsRefused() async throws {
        let server = try HTTPTestServer { _ in .answer(200, Fixture.intent("pi_2", status: "succeeded")) }
        let answer = await (try server.client()).confirmPaymentIntent(
            Fixture.reference, waitingCard: CardConfirmation(Fixture.payload), key: Fixture.key)
        guard case .failure(let error) = answer.result, error.code == .answerMismatch else {
            Issue.record("\(answer.result)")
            return
        }
    }

    /// A surcharge and a conversion are confirmed as without a card that waits.
    @Test func theRestOfTheConfirmationIsAsEver() async throws {
        let server = try HTTPTestServer { _ in .answer(200, Fixture.intent(status: "succeeded", received: 1099)) }
        let client = try server.client()
        for confirmation in [
            CardConfirmation(Fixture.payload, surcharge: Amount(minorUnits: 25, currency: .eur)),
            CardConfirmation(Fixture.payload, conversion: .declined),
        ] {
            _ = await client.confirmPaymentIntent(Fixture.reference, waitingCard: confirmation, key: Fixture.key)
            _ = try await client.confirmPaymentIntent(Fixture.reference, confirmation, key: Fixture.key)
        }
        let bodies = server.requests.map { request in
            "\(request.body)".split(separator: "&").filter { !$0.contains("awaits_issuer") }
        }
        #expect(bodies[0] == bodies[1])
        #expect(bodies[2] == bodies[3])
        #expect(bodies[0] != bodies[2])
    }
}
