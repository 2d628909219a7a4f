import HTTPTestServer
import TenderFlow
import TenderGateway
import TenderModel
import Testing

/// A server whose list never ends keeps nobody for ever, and is never taken for a list that was read.
@Suite(.timeLimit(.minutes(1))) struct EndlessListTests {
    private static func page(_ ids: [Int], hasMore: Bool) -> ListPage<PaymentIntent> {
        let intents = ids.map { PaymentIntent(id: "pi_\($0)", amount: Fixture.euros, status: .succeeded) }
        return ListPage(data: intents, hasMore: hasMore)
    }

    private static func all(
        _ page: (ListQuery) async throws(GatewayError) -> ListPage<PaymentIntent>
    ) async -> (ids: [String]?, error: GatewayError?) {
        do throws(GatewayError) {
            return (try await ListPage.all(page).map(\.id), nil)
        } catch { return (nil, error) }
    }

    @Test func everyPageIsReadInOrder() async {
        var cursors: [String?] = []
        let found = await Self.all { query throws(GatewayError) in
            cursors.append(query.startingAfter)
            return Self.page([cursors.count * 2, cursors.count * 2 + 1], hasMore: cursors.count < 3)
        }
        #expect(found.ids == (2...7).map { "pi_\($0)" })
        #expect(found.error == nil)
        #expect(cursors == [nil, "pi_3", "pi_5"])
    }

    @Test func aListThatDoesNotEndIsAnError() async {
        var count = 0
        let endless: [(ListQuery) -> ListPage<PaymentIntent>] = [
            { _ in Self.page([count], hasMore: true) }, { _ in Self.page([], hasMore: true) },
            { _ in Self.page([1], hasMore: true) }, { _ in Self.page([count % 5], hasMore: true) },
        ]
        for list in endless {
            count = 0
            let found = await Self.all { query throws(GatewayError) in
                count += 1
                return list(query)
            }
            #expect(found.error?.code == .responseNotUnderstood)
            #expect(found.error?.fate == .unknown)
            #expect(count <= 100)
        }
    }

    @Test func theReadersOfAServerThatRepeatsItselfAreNotListedForEver() async throws {
        let reader = """
            {"id":"tmr_1","object":"terminal.reader","device_type":"x","label":"x","serial_number":"x","livemode":false}
            """
        let server = try HTTPTestServer { _ in
            .answer(200, "{\"object\":\"list\",\"has_more\":true,\"data\":[\(reader)]}")
        }
        let client = try server.client()
        let error = await gatewayError { () throws(GatewayError) in try await client.allReaders() }
        #expect(error?.code == .responseNotUnderstood)
        #expect(server.requests.count == 2)
    }
}
