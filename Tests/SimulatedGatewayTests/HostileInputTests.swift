import SimulatedGateway
import SimulatedPayments
import Testing

@Suite struct HostileInputTests {
    @Test func nothingThatArrivesStopsTheServer() throws {
        let gateway = try SimulatedGateway()
        let client = Client(gateway)
        let long = String(repeating: "x", count: 100_000)
        let post = client.head("POST", "payment_intents")
        let requests = [
            "", "\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n",
            "GET /\(long) HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\n\(long): 1\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n",
            "EXPLODE /v1/payment_intents HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
            post + "Content-Length: -5\r\n\r\n", post + "Content-Length: 99999999999999999999\r\n\r\n",
            post + "Content-Length: ten\r\n\r\nabc", post + "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
            post + "Transfer-Encoding: chunked\r\n\r\n80000\r\n\(String(repeating: "x", count: 0x80000))\r\n0\r\n\r\n",
            post + "Idempotency-Key: a\u{1}b\r\nContent-Length: 0\r\n\r\n",
            client.head("GET", "payment_intents/%00%ff") + "\r\n",
            client.head("GET", "payment_intents?limit=%zz") + "\r\n",
        ]
        var accepted: [String] = []
        for request in requests {
            // Half-closing tells the server that nothing more comes where it waits for the rest.
            let answer = try client.exchange(Array(request.utf8), thenHalfClose: true)
            if let answer, answer.status < 400 { accepted.append("\(request.prefix(40)): \(answer.status)") }
        }
        #expect(accepted == [])
        #expect(try client.create().hasPrefix("pi_"))
    }

    @Test func anOversizedBodyIsRefused() throws {
        let gateway = try SimulatedGateway()
        let client = Client(gateway)
        let refused = try #require(
            try client.post("payment_intents", [("description", String(repeating: "x", count: 300_000))]))
        #expect(refused.status == 413)
        #expect(refused.json["error"]?["type"] == "invalid_request_error")
        #expect(gateway.requests(.create) == 0)
        let large = try client.post("payment_intents", [("description", String(repeating: "x", count: 200_000))])
        #expect(large?.status == 400)
    }
}
