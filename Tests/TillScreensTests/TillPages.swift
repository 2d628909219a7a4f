import TenderModel
import TenderPrinting
import TenderSale
import TillScreens

/// A till at each of its pages.
enum TillPages {
    static let names = [
        "starting", "sign-in", "pin", "count-open", "welcome", "no-shift", "sale", "reason", "manager", "manager-pin",
        "tender", "tender-split", "card-waiting", "card-processing", "result-paid", "result-declined",
        "result-canceled", "result-given-back", "result-finished", "unknown", "paper", "products", "parked", "tickets",
        "refund",
        "refund-tender", "refund-card", "unresolved", "unresolved-none", "offline", "reader", "reports", "count-close",
        "locked", "quit", "customer", "customer-card", "customer-tender", "customer-unknown", "link", "customer-link",
        "link-unknown", "applications", "customer-applications", "unsold", "tip", "tender-tip", "result-tip",
        "accepted", "orphan",
    ]

    static func make(_ name: String, _ language: TillLanguage = .english) throws -> TillRig {
        guard name != "starting" else {
            var rig = TillRig(try TillShop.setup(language))
            rig.till = Till(rig.setup, size: .standard)
            return rig
        }
        var rig =
            ["sign-in", "pin", "count-open", "no-shift"].contains(name)
            ? TillRig(try TillShop.setup(language))
            : try TillShop.opened(language, hasCustomer: name.hasPrefix("customer"))
        rig.card = CardDetails(brand: CardBrand(rawValue: "visa"), last4: "4242")
        begin(name, &rig)
        return rig
    }

    /// What must be on every screen of a usable size: the state, the total, the line and the keys.
    static func missing(_ grid: Grid, _ till: Till) -> [String] {
        let height = grid.size.height
        let total = grid.text(ofRow: height - (height >= 18 ? 5 : 4))
        let sum = till.console.frame.total.map { "\($0.minorUnits.magnitude / 100)" }
        var missing: [String] = []
        if let sum, !total.contains(sum) { missing.append("total: \(total)") }
        if !["TOTAL", "SUMME", "PAY", "ZAHLEN"].contains(where: total.contains) { missing.append("word: \(total)") }
        if !grid.text(ofRow: height - 1).hasPrefix("F1") { missing.append("keys") }
        if !grid.text(ofRow: height - 2).contains("> ") { missing.append("line") }
        if let name = till.register.person?.name, !grid.text(ofRow: 1).hasPrefix(name) { missing.append("state") }
        return missing
    }

    private static func begin(_ name: String, _ rig: inout TillRig) {
        switch name {
        case "sign-in": break
        case "pin":
            rig.line("1")
            rig.type("8642")
        case "count-open":
            rig.signIn()
            rig.lines("3", "5", "12")
        case "no-shift":
            rig.signIn()
            rig.press(.escape)
        case "locked":
            sell(&rig)
            rig.line("LK")
        case "quit":
            sell(&rig)
            rig.press(.function(10))
        case "sale", "reason", "manager", "manager-pin": begin(sale: name, &rig)
        case "unsold", "tip", "tender-tip", "result-tip", "accepted", "orphan": begin(told: name, &rig)
        case "tender", "tender-split", "card-waiting", "card-processing", "customer", "customer-card",
            "customer-tender", "customer-unknown", "link", "customer-link", "link-unknown", "applications",
            "customer-applications":
            begin(payment: name, &rig)
        case "result-given-back", "result-paid", "result-declined", "result-canceled", "result-finished", "unknown",
            "paper":
            begin(result: name, &rig)
        case "unresolved", "unresolved-none", "offline", "reader", "reports", "count-close":
            begin(office: name, &rig)
        default: begin(list: name, &rig)
        }
    }

    private static func sell(_ rig: inout TillRig) {
        rig.lines("3*11", "100", "11", "VD 3", "1")
        rig.lines("250 DP 1")
    }

    private static func begin(sale name: String, _ rig: inout TillRig) {
        sell(&rig)
        switch name {
        case "reason": rig.line("VD 1")
        case "manager": rig.line("10%TD")
        case "manager-pin":
            rig.lines("10%TD", "1")
            rig.type("975")
        default:
            rig.line("5%LD")
            rig.managerAllows()
            rig.line("4")
        }
    }

    private static func begin(told name: String, _ rig: inout TillRig) {
        sell(&rig)
        switch name {
        case "unsold":
            for code in ["2000000000015", "4006381333931", "1234567", "2345678", "3456789"] { rig.scan(code) }
        case "accepted":
            rig.answers = [.unknown, .unknown]
            rig.lines("CD", "AC slip 1")
            rig.managerAllows()
            rig.lines("1", "100", "CD", "AC slip 2")
            rig.managerAllows()
            rig.line("1")
            if let leg = rig.till.register.acceptedLegs.last {
                rig.send(.register(.leg(leg, .declined(reason: "no"))))
            }
            rig.line("UR")
        case "orphan":
            let orphan = PendingPayment(id: "pi_77", state: .unclaimed, amount: TillShop.euros(1200), began: rig.time)
            rig.send(.news(.pending([orphan])))
            rig.lines("UR", "GB", "1", "97531086")
        default:
            rig.line("10%TP")
            if name == "tender-tip" { rig.key(2) }
            if name == "result-tip" { rig.key(3, "5000") }
        }
    }

    private static func begin(payment name: String, _ rig: inout TillRig) {
        let customer = CustomerCondition(
            card: "Visa 4242", cardNote: "is approved, asks for no PIN", isCardIn: true, network: .losesAnswer)
        rig.send(.news(.reader(ReaderCondition(status: .connected, name: "Simulated 1"))))
        rig.send(.news(.customer(customer)))
        sell(&rig)
        if name != "customer" { rig.key(2) }
        rig.isHolding = name.contains("card") || name.hasSuffix("link") || name.hasSuffix("applications")
        guard !["tender", "customer", "customer-tender"].contains(name) else { return }
        if name.hasSuffix("unknown") { rig.answers = [.unknown] }
        guard !name.contains("link") else { return begin(link: &rig) }
        rig.key(4, name == "tender-split" ? "1000" : "")
        rig.press(.enter)
        guard let leg = rig.till.charge?.leg else { return }
        rig.send(.news(.card(leg: leg, .waiting([.tapCard, .insertCard, .swipeCard]))))
        if name.hasSuffix("applications") { rig.send(.news(.application(Self.question))) }
        guard name == "card-processing" else { return }
        rig.send(.news(.card(leg: leg, .read("visa 4242"))))
        rig.send(.news(.card(leg: leg, .processing)))
    }

    /// A card with two applications.
    static let question = ApplicationQuestion(
        .choice, [.init(id: "A0000000031010", name: "VISA DEBIT"), .init(id: "A0000000980840", name: "US DEBIT")])

    /// The address is of the length that those of the simulated gateway have.
    private static func begin(link rig: inout TillRig) {
        rig.line("PL")
        guard let leg = rig.till.charge?.leg else { return }
        let address = "http://127.0.0.1:40123/c/pay/cs_test_a1B2c3D4e5F6g7H8i9J0k1L2"
        rig.send(.news(.link(leg: leg, address: address, code: QRMatrix(encoding: address, correction: .low))))
    }

    private static func begin(result name: String, _ rig: inout TillRig) {
        sell(&rig)
        rig.key(2)
        switch name {
        case "result-paid": rig.key(4, "1000")
        case "result-given-back":
            rig.key(4, "1000")
            rig.lines("", "GB")
            rig.managerAllows()
            rig.line("1")
        case "result-declined":
            rig.answers = [.declined(reason: "insufficient funds")]
            rig.key(4)
        case "result-canceled":
            rig.answers = [.canceled]
            rig.key(4)
        case "unknown":
            rig.answers = [.unknown]
            rig.key(4)
        default:
            rig.key(3, "5000")
            if name == "paper" { rig.press(.down) }
        }
    }

    private static func begin(list name: String, _ rig: inout TillRig) {
        switch name {
        case "products": rig.line("PV pen")
        case "parked":
            rig.answers = [.unknown]
            rig.lines("11", "PK table 4", "100", "CD", "PK blue hat", "100", "PK")
            rig.line("RC")
        case "tickets": rig.lines("11", "100", "CA", "2*100", "CD", "RF")
        case "refund":
            rig.lines("11", "3*100", "CA", "RF 1")
            rig.press(.down, .enter)
        case "refund-tender", "refund-card":
            rig.lines("11", "3*100", "CD", "RF 1")
            rig.key(2)
            rig.managerAllows()
            rig.line("1")
            rig.isHolding = true
            if name == "refund-card" { rig.key(4) }
        default: break
        }
    }

    private static func begin(office name: String, _ rig: inout TillRig) {
        switch name {
        case "unresolved":
            rig.answers = [.unknown]
            rig.lines("100", "CD", "PK blue hat")
            rig.send(
                .news(
                    .pending([
                        PendingPayment(id: "pi_77", state: .unclaimed, amount: TillShop.euros(1200), began: rig.time),
                        PendingPayment(id: "re_12", state: .refunding, amount: nil, began: 1_799_000_000_000),
                    ])))
            rig.line("UR")
        case "offline":
            let entries = [("visa 4242", "waits"), ("amex 0005", "is being sent")].map { card, state in
                OfflineQueue.Entry(
                    id: card, amount: TillShop.euros(1799), card: card, state: state, storedAt: rig.time)
            }
            rig.send(.news(.offline(OfflineQueue(entries: entries, isOnline: false))))
            rig.line("OQ")
        case "reader":
            rig.send(.news(.reader(ReaderCondition(status: .reconnecting, name: "Simulated 1", battery: 64))))
            rig.send(
                .news(
                    .readersFound([
                        FoundReader(id: "a", name: "Simulated tap reader 1"),
                        FoundReader(id: "b", name: "Chip reader 2", problem: "no permission: see tender doctor"),
                    ])))
            rig.line("RD")
            rig.send(.news(.diagnosis(["The reader answers no more: plug it in again"])))
        case "reports":
            rig.lines("11", "CA", "Z")
            rig.key(2)
            rig.key(2)
            rig.lines("RE")
        case "count-close":
            rig.lines("11", "CA", "Z", "2", "", "1*2")
        default: rig.line("UR")
        }
    }
}
