import TenderModel
import TenderSale
import Testing
import TillScreens

struct LineCommandTests {
    private static func read(_ line: String, _ currency: Currency = .eur) -> Result<LineCommand, LineCommandError> {
        Result { () throws(LineCommandError) in try LineCommand(parsing: line, currency: currency) }
    }

    private static func euros(_ cents: Int64) -> Amount { Amount(minorUnits: cents, currency: .eur) }

    private static func quantity(_ thousandths: Int64) -> Quantity { Quantity(thousandths: thousandths) ?? .one }

    private static func share(_ thousandths: Int64) -> LineCommand.Discount {
        .share(Percentage(thousandths: thousandths) ?? .zero)
    }

    private static let good: [(String, LineCommand)] = [
        ("4006381333931", .item(code: "4006381333931", quantity: .one)),
        ("3*4006381333931", .item(code: "4006381333931", quantity: quantity(3000))),
        (" 3 * 4011 ", .item(code: "4011", quantity: quantity(3000))),
        ("0,345*4011", .item(code: "4011", quantity: quantity(345))),
        ("1.5*4011", .item(code: "4011", quantity: quantity(1500))),
        ("0000000000000000000000000004011", .item(code: "0000000000000000000000000004011", quantity: .one)),
        ("1250 DP 2", .department(euros(1250), department: 2, quantity: .one)),
        ("12,50dp2", .department(euros(1250), department: 2, quantity: .one)),
        ("2*12.5 DP 2", .department(euros(1250), department: 2, quantity: quantity(2000))),
        ("VD", .voidLine(nil)), ("vd 3", .voidLine(3)), ("3vd", .voidLine(3)),
        ("AK", .plain(.acknowledge)), ("cn", .plain(.cancelTicket)), ("TL", .plain(.total)),
        ("2000CA", .cash(euros(2000))), ("20.00 ca", .cash(euros(2000))), ("CA", .cash(nil)),
        ("CA 20,5", .cash(euros(2050))),
        ("CD", .card(nil)), ("500CD", .card(euros(500))), ("XT", .external(nil)), ("800xt", .external(euros(800))),
        ("10%LD", .lineDiscount(share(10_000))), ("LD 10 %", .lineDiscount(share(10_000))),
        ("150LD", .lineDiscount(.amount(euros(150)))), ("2,5%td", .ticketDiscount(share(2500))),
        ("200TP", .tip(.amount(euros(200)))), ("PO 1.99", .priceOverride(euros(199))),
        ("PO 0", .priceOverride(euros(0))),
        ("PK", .park(nil)), ("PK table 4", .park("table 4")), ("RC table 4", .recall("table 4")),
        ("RF 1042", .refund(1042)), ("RF", .refund(nil)), ("RP", .reprint(nil)), ("1042RP", .reprint(1042)),
        ("NS", .noSale(reason: nil)), ("ns change", .noSale(reason: "change")),
        ("5000PI", .paidIn(euros(5000), reason: nil)),
        ("50,00 PY to the safe", .paidOut(euros(5000), reason: "to the safe")),
        ("PV apple*", .search("apple*")), ("X", .plain(.readX)), ("SR", .plain(.readSellers)),
        ("500pl", .link(euros(500))), ("PL", .link(nil)), ("z", .plain(.closeZ)), ("U", .up(1)),
        ("d 5", .down(5)),
        ("?", .plain(.help)), ("QT", .plain(.quit)), ("CL", .plain(.clear)), ("UR", .plain(.unresolved)),
    ]

    @Test func whatIsTypedIsUnderstood() {
        let wrong = Self.good.filter { Self.read($0.0) != .success($0.1) }.map { "\($0.0): \(Self.read($0.0))" }
        #expect(wrong == [])
    }

    private static let bad: [(String, LineCommandError)] = [
        ("", .empty), ("   ", .empty), (String(repeating: "1", count: 121), .tooLong),
        ("QQ", .unknownCommand("QQ", meant: .offlineQueue)), ("NC", .unknownCommand("NC", meant: .cancelTicket)),
        ("AC", .incomplete(.accept)),
        ("HELLO", .unknownCommand("HELLO", meant: nil)), ("12.50", .notACode("12.50")), ("10%", .notACode("10%")),
        ("1.250,00CA", .notANumber("1.250,00")), ("1.CA", .notANumber("1.")), (",5CA", .notANumber(",5")),
        ("1.999CA", .tooPrecise("1.999", decimals: 2)), ("0.0001*4011", .tooPrecise("0.0001", decimals: 3)),
        ("0CA", .zero), ("0*4011", .zero), ("0 DP 2", .zero), ("VD 0", .zero),
        ("1000000000000CA", .tooLarge("1000000000000")), ("9999999*4011", .tooLarge("9999999")),
        ("101%LD", .notAShare("101")), ("DP", .incomplete(.department)), ("1250DP", .incomplete(.department)),
        ("PO", .incomplete(.priceOverride)), ("PI", .incomplete(.paidIn)), ("PV", .incomplete(.search)),
        ("5TL", .misplaced("5", .total)), ("TL now", .misplaced("now", .total)), ("10%CA", .misplaced("%", .cash)),
        ("5CA 6", .misplaced("6", .cash)), ("3*TL", .needlessQuantity(.total)), ("3*2000CA", .needlessQuantity(.cash)),
        ("VD-3", .notANumber("-3")), ("1250 DP two", .notANumber("two")), ("D 99999999999", .tooLarge("99999999999")),
        ("4011 äpfel", .notACode("4011äpfel")), ("#", .notACode("#")), ("٣CA", .notACode("٣CA")),
    ]

    @Test func whatIsWrongIsNamed() {
        let wrong = Self.bad.filter { Self.read($0.0) != .failure($0.1) }.map { "\($0.0): \(Self.read($0.0))" }
        #expect(wrong == [])
    }

    @Test func everyErrorHasAdviceInEveryLanguage() {
        var wrong: [String] = []
        for (_, error) in Self.bad {
            let texts = TillLanguage.allCases.map { error.text($0) }
            if Set(texts).count != texts.count || texts.contains(where: { $0.count < 15 || $0.count > 120 }) {
                wrong.append("\(error): \(texts)")
            }
        }
        #expect(wrong == [])
    }

    @Test func amountsHaveTheDecimalsOfTheirCurrency() {
        #expect(Self.read("2000CA", .jpy) == .success(.cash(Amount(minorUnits: 2000, currency: .jpy))))
        #expect(Self.read("1.234CA", .kwd) == .success(.cash(Amount(minorUnits: 1234, currency: .kwd))))
        #expect(Self.read("1.5CA", .jpy) == .failure(.tooPrecise("1.5", decimals: 0)))
    }

    @Test func theTableIsWhole() {
        let names = CommandEntry.all.map(\.name)
        #expect(names.count == CommandEntry.Name.allCases.count)
        #expect(Set(names).count == names.count)
        let keys = CommandEntry.all.compactMap(\.functionKey)
        #expect(Set(keys).count == keys.count)
        #expect(keys.allSatisfy { (1...10).contains($0) })
        let isShown = CommandEntry.all.allSatisfy { ($0.importance == nil) == ($0.functionKey == nil) }
        #expect(isShown)
        #expect(Set(CommandEntry.Group.allCases) == Set(CommandEntry.all.map(\.group)))
    }

    @Test func everyExampleIsUnderstoodAsItsCommand() {
        var wrong = CommandEntry.articles.filter { (try? Self.read($0.example).get()) == nil }.map(\.example)
        for command in CommandEntry.all {
            // The mnemonic alone must be this command's, whatever it lacks.
            if CommandEntry.typed(command.mnemonic.lowercased()) != command { wrong.append(command.mnemonic) }
            guard case .success = Self.read(command.example), command.example.contains(command.mnemonic) else {
                wrong.append(command.example)
                continue
            }
        }
        #expect(wrong == [])
    }

    @Test func everyFunctionKeyDoesWhatItsTypedTwinDoes() throws {
        var wrong: [String] = []
        for number in 1...12 {
            let byKey = Result { () throws(LineCommandError) in
                try LineCommand(functionKey: number, line: "", currency: .eur)
            }
            let command = CommandEntry.onFunctionKey(number)
            if try byKey.get() != command.map({ try Self.read($0.mnemonic).get() }) { wrong.append("F\(number)") }
        }
        #expect(wrong == [])
        #expect(try LineCommand(functionKey: 3, line: "2000", currency: .eur) == .cash(Self.euros(2000)))
        #expect(try LineCommand(functionKey: 7, line: "table 4", currency: .eur) == .park("table 4"))
    }

    @Test func noTextTraps() {
        var random = RandomNumbers(seed: 7)
        let pieces =
            CommandEntry.all.map(\.mnemonic)
            + [
                "0", "1", "9", "99999999999999999999", ".", ",", "%", "*", " ", "-", "é", "世", "٣", "Ⅷ", "ß", "\u{0}",
                "e\u{301}",
            ]
        var understood = 0
        var texts: Set<Int> = []
        for _ in 0..<20_000 {
            let line = (0..<Int.random(in: 0...7, using: &random)).compactMap { _ in
                pieces.randomElement(using: &random)
            }
            .joined()
            switch Self.read(line) {
            case .success: understood += 1
            case .failure(let error): texts.insert(error.text(.english).count)
            }
        }
        #expect(understood > 1000)
        #expect(texts.count > 10)
    }
}
