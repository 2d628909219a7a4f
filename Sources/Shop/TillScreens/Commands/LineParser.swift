import TenderModel
import TenderSale

/// A parser of the input line: `[quantity*][number[%]][mnemonic][rest]`.
struct LineParser {
    let currency: Currency
    private var quantity: Quantity?
    private var number: TypedNumber?
    private var isShare = false
    private var mnemonic = ""
    private var rest = ""

    /// Splits a line.
    init(_ line: String, currency: Currency) throws(LineCommandError) {
        self.currency = currency
        guard line.count <= LineEditor.longest else { throw .tooLong }
        var left = Self.trimmed(Substring(line))
        guard !left.isEmpty else { throw .empty }
        if let star = left.firstIndex(of: "*"), left[..<star].allSatisfy({ Self.isNumeric($0) || $0 == " " }) {
            quantity = try TypedNumber(String(Self.trimmed(left[..<star]))).quantity()
            left = Self.trimmed(left[left.index(after: star)...])
        }
        let digits = left.prefix(while: Self.isNumeric)
        if !digits.isEmpty { number = try TypedNumber(String(digits)) }
        left = Self.trimmed(left.dropFirst(digits.count))
        if number != nil, left.first == "%" {
            isShare = true
            left = Self.trimmed(left.dropFirst())
        }
        mnemonic = left.first == "?" ? "?" : String(left.prefix { $0.isASCII && $0.isLetter })
        rest = String(Self.trimmed(left.dropFirst(mnemonic.count)))
    }

    /// Returns the command of the whole line.
    func command() throws(LineCommandError) -> LineCommand {
        guard !mnemonic.isEmpty else { return try item() }
        guard let command = CommandEntry.typed(mnemonic) else {
            throw .unknownCommand(mnemonic, meant: Self.nearest(mnemonic))
        }
        if quantity != nil, command.argument != .amountAndDepartment { throw .needlessQuantity(command.name) }
        if isShare, command.argument != .discount { throw .misplaced("%", command.name) }
        return try make(command)
    }

    private func item() throws(LineCommandError) -> LineCommand {
        guard let number, let digits = number.digits, !isShare, rest.isEmpty else {
            throw .notACode((number?.text ?? "") + (isShare ? "%" : "") + rest)
        }
        return .item(code: digits, quantity: quantity ?? .one)
    }

    private func make(_ command: CommandEntry) throws(LineCommandError) -> LineCommand {
        switch command.name {
        case .department: try department()
        case .voidLine: .voidLine(try optionalNumber(command))
        case .refund: .refund(try optionalNumber(command))
        case .reprint: .reprint(try optionalNumber(command))
        case .up: .up(try optionalNumber(command) ?? 1)
        case .down: .down(try optionalNumber(command) ?? 1)
        case .lineDiscount: .lineDiscount(try discount(command))
        case .ticketDiscount: .ticketDiscount(try discount(command))
        case .tip: number == nil && rest.isEmpty ? .plain(.tip) : .tip(try discount(command))
        case .priceOverride: .priceOverride(try amount(command))
        case .cash: .cash(try optionalAmount(command))
        case .card: .card(try optionalAmount(command))
        case .link: .link(try optionalAmount(command))
        case .external: .external(try optionalAmount(command))
        case .search: .search(try text(command))
        case .park: .park(try optionalText(command))
        case .recall: .recall(try optionalText(command))
        case .noSale: .noSale(reason: try optionalText(command))
        case .paidIn: .paidIn(try leadingAmount(command), reason: rest.isEmpty ? nil : rest)
        case .paidOut: .paidOut(try leadingAmount(command), reason: rest.isEmpty ? nil : rest)
        case .accept: .accept(reference: try text(command))
        case .offlineQueue: .offlineQueue(try optionalText(command))
        case .saveCard: .saveCard(try text(command))
        case .reader: .reader(try optionalText(command))
        case .customer: .customer(try text(command))
        case .cancelTicket, .total, .openShift, .readX, .readSellers, .closeZ, .unresolved, .acknowledge,
            .refundPayment,
            .reports,
            .clear, .lock, .signOut, .quit, .help:
            try plain(command)
        }
    }

    private func plain(_ command: CommandEntry) throws(LineCommandError) -> LineCommand {
        if let number { throw .misplaced(number.text, command.name) }
        guard rest.isEmpty else { throw .misplaced(rest, command.name) }
        return .plain(command.name)
    }

    private func department() throws(LineCommandError) -> LineCommand {
        guard let number, !rest.isEmpty else { throw .incomplete(.department) }
        let sum = try number.amount(currency)
        guard sum.minorUnits > 0 else { throw .zero }
        return .department(sum, department: try TypedNumber(rest).count(), quantity: quantity ?? .one)
    }

    /// Returns a number before or after the mnemonic, but not both.
    private func oneNumber(_ command: CommandEntry) throws(LineCommandError) -> TypedNumber? {
        guard number == nil || rest.isEmpty else { throw .misplaced(rest, command.name) }
        return rest.isEmpty ? number : try TypedNumber(rest)
    }

    private func optionalNumber(_ command: CommandEntry) throws(LineCommandError) -> Int? {
        try oneNumber(command)?.count()
    }

    private func amount(_ command: CommandEntry) throws(LineCommandError) -> Amount {
        guard let number = try oneNumber(command) else { throw .incomplete(command.name) }
        return try number.amount(currency)
    }

    private func optionalAmount(_ command: CommandEntry) throws(LineCommandError) -> Amount? {
        guard let sum = try oneNumber(command)?.amount(currency) else { return nil }
        guard sum.minorUnits > 0 else { throw .zero }
        return sum
    }

    /// Returns the amount before the mnemonic; after it comes the reason.
    private func leadingAmount(_ command: CommandEntry) throws(LineCommandError) -> Amount {
        guard let sum = try number?.amount(currency) else { throw .incomplete(command.name) }
        guard sum.minorUnits > 0 else { throw .zero }
        return sum
    }

    private func discount(_ command: CommandEntry) throws(LineCommandError) -> LineCommand.Discount {
        if isShare || rest.last == "%" { return .share(try share(command)) }
        let sum = try amount(command)
        guard sum.minorUnits > 0 else { throw .zero }
        return .amount(sum)
    }

    private func share(_ command: CommandEntry) throws(LineCommandError) -> Percentage {
        guard isShare, let number else {
            guard self.number == nil else { throw .misplaced(rest, command.name) }
            return try TypedNumber(String(Self.trimmed(rest.dropLast()))).percentage()
        }
        guard rest.isEmpty else { throw .misplaced(rest, command.name) }
        return try number.percentage()
    }

    private func optionalText(_ command: CommandEntry) throws(LineCommandError) -> String? {
        if let number { throw .misplaced(number.text, command.name) }
        return rest.isEmpty ? nil : rest
    }

    private func text(_ command: CommandEntry) throws(LineCommandError) -> String {
        guard let text = try optionalText(command) else { throw .incomplete(command.name) }
        return text
    }

    /// Returns a command that differs by one letter, or by two swapped ones.
    private static func nearest(_ typed: String) -> CommandEntry.Name? {
        let typed = Array(typed.uppercased())
        guard typed.count == 2 else { return nil }
        return CommandEntry.all.map(\.name).first { name in
            let letters = Array(name.rawValue)
            guard letters.count == 2 else { return false }
            return letters == typed.reversed() || (letters[0] == typed[0]) != (letters[1] == typed[1])
        }
    }

    private static func isNumeric(_ character: Character) -> Bool {
        character.isASCII && (character.isNumber || character == "." || character == ",")
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return text
    }
}
