import Testing

@testable import SimulatedPayments

/// Whatever is done at two readers with three payments, in whatever order: what is asked for and what the customer adds
/// is charged, once, and nothing else.
@Suite struct ReaderPropertyTests {
    private struct Sale {
        let id: String
        /// What the shop asked for last.
        var asked: Int64
        /// What the customer added last.
        var tip: Int64 = 0
    }

    private struct Walk {
        var shop = Shop()
        var dice: Dice
        var readers: [String] = []
        var sales: [Sale] = []
        var wrong: [String] = []
        private(set) var paid = 0
        private var waiting: [Int?] = []

        init(seed: UInt64) {
            dice = Dice(seed)
            readers = (0..<2).map { _ in shop.register() }
            waiting = [nil, nil]
            sales = (0..<3).map { _ in
                Sale(id: shop.create(1000, "usd", [("capture_method", "manual")]).id, asked: 1000)
            }
        }

        private static let cards = ["4242424242424242", "4242424242424242", "4000000000000002", "4506445006931933"]

        mutating func step() {
            let (reader, sale) = (dice.roll(2), dice.roll(3))
            let (device, intent) = (readers[reader], sales[sale].id)
            let payment: Form = [("payment_intent", intent)]
            switch dice.roll(11) {
            case 0, 1:
                if shop.tell(device, "collect_payment_method", payment).status == 200 { waiting[reader] = sale }
            case 2:
                if shop.tell(device, "process_payment_intent", payment).status == 200 { waiting[reader] = sale }
            case 3, 4, 10: present(at: reader)
            case 5: _ = shop.tell(device, "confirm_payment_intent", payment)
            case 6: _ = shop.post("payment_intents/\(intent)/confirm")
            case 7: update(sale)
            case 8:
                if shop.tell(device, "cancel_action").status == 200 { waiting[reader] = nil }
            default: shop.now += Int64(dice.roll(20))
            }
            for index in sales.indices { check(index) }
        }

        private mutating func present(at reader: Int) {
            let tip = Int64(dice.roll(3) * 100)
            let answer = shop.present(
                on: readers[reader], Self.cards[dice.roll(Self.cards.count)], [("amount_tip", "\(tip)")])
            guard answer.status == 200, let sale = waiting[reader] else { return }
            waiting[reader] = nil
            if answer["action", "status"] == "succeeded" { sales[sale].tip = tip }
        }

        private mutating func update(_ sale: Int) {
            let amount = Int64(500 + 100 * dice.roll(10))
            let forms: [Form] = [
                [("amount", "\(amount)")], [("description", "x")], [("payment_method", "")],
                [("amount_details[tax][total_tax_amount]", "1")],
            ]
            let form = forms[dice.roll(forms.count)]
            guard shop.post("payment_intents/\(sales[sale].id)", form).status == 200 else { return }
            if form[0].0 == "amount" { sales[sale].asked = amount }
        }

        private mutating func check(_ index: Int) {
            let sale = sales[index]
            shop.payments.settle(now: shop.now)
            guard let intent = shop.payments.context.intents[sale.id] else { return wrong.append("\(sale) is gone") }
            let (amount, added) = (intent.amount, intent.tip)
            let ledger = shop.ledger(sale.id)
            var isRight = amount == sale.asked + added && (added == 0 || added == sale.tip)
            switch intent.status {
            case .requiresPaymentMethod: isRight = isRight && added == 0 && ledger.authorizations == 0
            case .requiresConfirmation: isRight = isRight && ledger.authorizations == 0
            case .requiresCapture:
                isRight = isRight && ledger.authorizations == 1 && ledger.authorized == sale.asked + sale.tip
            default: isRight = false
            }
            if !isRight { wrong.append("\(intent.status) \(amount) of \(sale) \(ledger)") }
            guard intent.status == .requiresCapture else { return }
            paid += 1
            sales[index] = Sale(id: shop.create(1000, "usd", [("capture_method", "manual")]).id, asked: 1000)
            for reader in waiting.indices where waiting[reader] == index { waiting[reader] = nil }
        }
    }

    @Test func whatIsAskedAndAddedIsCharged() {
        var (wrong, paid): ([String], Int) = ([], 0)
        for seed in 1...4 {
            var walk = Walk(seed: UInt64(seed))
            for _ in 0..<150 where walk.wrong.isEmpty { walk.step() }
            wrong += walk.wrong
            paid += walk.paid
        }
        #expect(wrong == [])
        #expect(paid > 5)
    }
}
