import SimulatedPayments
import Testing

@Suite struct FaultTests {
    @Test func specificationsAreRead() throws {
        let table: [(String, Fault)] = [
            ("drop-request:confirm:1", Fault(.dropRequest, endpoint: .confirm, count: 1)),
            ("drop-answer:confirm:2", Fault(.dropAnswer, endpoint: .confirm, count: 2)),
            ("delay:confirm:1:3s", Fault(.delay(milliseconds: 3000), endpoint: .confirm, count: 1)),
            ("delay:create:1:250ms", Fault(.delay(milliseconds: 250), endpoint: .create, count: 1)),
            ("status:capture:1:500", Fault(.status(500), endpoint: .capture, count: 1)),
            ("status-after:cancel:1:503", Fault(.statusAfter(503), endpoint: .cancel, count: 1)),
            ("close-mid-body:refund:1", Fault(.closeMidBody, endpoint: .refund, count: 1)),
            ("html:any:99", Fault(.html, endpoint: nil, count: 99)),
            ("drop-answer:retrieve-refund:1", Fault(.dropAnswer, endpoint: .retrieveRefund, count: 1)),
        ]
        let found = try table.map { try Fault(parsing: $0.0) }
        #expect(found == table.map(\.1))
    }

    @Test func badSpecificationsSayWhatIsWrong() {
        let table: [(String, String)] = [
            ("", "no fault ''"), ("explode:confirm:1", "no fault 'explode'"), ("drop-request", "3 parts"),
            ("drop-request:confirm:1:2", "3 parts"), ("delay:confirm:1", "4 parts"),
            ("drop-answer:pay:1", "no endpoint 'pay'"),
            ("drop-answer:confirm:0", "count '0'"), ("drop-answer:confirm:x", "count 'x'"),
            ("drop-answer:confirm:99999999999999999999", "count"), ("status:confirm:1:200", "status '200'"),
            ("status:confirm:1:", "status ''"), ("delay:confirm:1:3", "time '3'"),
            ("delay:confirm:1:-3s", "time '-3s'"),
            ("delay:confirm:1:s", "time 's'"), ("delay:confirm:1:9223372036854775807s", "time"),
        ]
        var wrong: [String] = []
        for (text, expected) in table {
            do throws(FaultError) {
                _ = try Fault(parsing: text)
                wrong.append("\(text) was read")
            } catch {
                if !error.problem.contains(expected) || !error.description.contains("drop-request:ENDPOINT:COUNT") {
                    wrong.append("\(text): \(error.problem)")
                }
            }
        }
        #expect(wrong == [])
    }

    @Test func faultsAreUsedUpInTheirOrder() {
        var plan = FaultPlan([
            Fault(.dropRequest, endpoint: .confirm, count: 2), Fault(.html, endpoint: nil, count: 1),
            Fault(.status(500), endpoint: .confirm, count: 1),
        ])
        #expect(plan.next(for: .create) == .html)
        let confirms = (0..<4).map { _ in plan.next(for: .confirm) }
        #expect(confirms == [.dropRequest, .dropRequest, .status(500), nil])
        #expect(plan.next(for: nil) == nil)
    }

    @Test func eachFaultHasItsEffect() throws {
        let table: [(Fault.Effect, isDone: Bool, repeatedStatus: Int)] = [
            (.dropRequest, false, 200), (.dropAnswer, true, 200), (.delay(milliseconds: 5), true, 200),
            (.status(500), false, 200), (.statusAfter(500), true, 500), (.closeMidBody, true, 200), (.html, true, 200),
        ]
        var wrong: [String] = []
        for (effect, isDone, repeatedStatus) in table {
            var shop = Shop()
            let id = shop.create(1000).id
            let card = try shop.present("visa", 1000)
            let request = shop.request("POST", "payment_intents/\(id)/confirm", card, idempotency: "k")
            let delivery = shop.payments.handle(request, fault: effect, now: shop.now)
            let isAsItShould =
                switch (effect, delivery) {
                case (.dropRequest, .closed), (.dropAnswer, .closed), (.closeMidBody, .half): true
                case (.html, .answer(let answer)): answer.status == 200 && answer.header("content-type") == "text/html"
                case (.status(let status), .answer(let answer)), (.statusAfter(let status), .answer(let answer)):
                    answer.status == status && answer.header("request-id") != nil
                case (.delay, .answer(let answer)): answer.status == 200
                default: false
                }
            if !isAsItShould { wrong.append("\(effect): \(delivery)") }
            if (shop.ledger(id).authorizations == 1) != isDone { wrong.append("\(effect): \(shop.ledger(id))") }
            let again = Shop.Answer(shop.payments.handle(request, now: shop.now))
            let isReplay = again.header("Idempotent-Replayed") == "true"
            if again.status != repeatedStatus || isReplay != isDone || shop.ledger(id).authorizations != 1 {
                wrong.append("\(effect) repeated: \(again.state)")
            }
        }
        #expect(wrong == [])
    }
}
