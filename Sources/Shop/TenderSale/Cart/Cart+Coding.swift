import TenderModel

extension Cart: Codable {
    private enum CodingKeys: String, CodingKey { case currency, taxes, lines, discount }

    /// Decodes a cart, recomputes its totals, and rejects one that could not have been rung up.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            currency: try container.decode(Currency.self, forKey: .currency),
            taxes: try container.decode(TaxTable.self, forKey: .taxes))
        let lines = try container.decode([CartLine].self, forKey: .lines)
        let discount = try container.decodeIfPresent(Discount.self, forKey: .discount)
        do {
            try restore(lines, discount)
        } catch {
            throw DecodingError.dataCorruptedError(forKey: .lines, in: container, debugDescription: error.description)
        }
    }

    /// Encodes what was rung up, without the totals.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(currency, forKey: .currency)
        try container.encode(taxes, forKey: .taxes)
        try container.encode(lines, forKey: .lines)
        try container.encodeIfPresent(discount, forKey: .discount)
    }

    private mutating func restore(_ lines: [CartLine], _ discount: Discount?) throws(CartError) {
        guard lines.count <= SaleLimits.lines else { throw .tooManyLines(most: SaleLimits.lines) }
        for (place, line) in lines.enumerated() {
            guard line.number == place + 1 else { throw .noSuchLine(line.number) }
            try check(line)
        }
        try check(discount)
        try commit(lines, discount)
    }

    private func check(_ line: CartLine) throws(CartError) {
        guard line.quantity > Self.nothing else { throw .quantityNotPositive }
        try check(line.listPrice)
        if let override = line.override { try check(override.price) }
        try check(line.discount)
        guard [line.code ?? line.name, line.name, line.department].allSatisfy(SaleLimits.isText) else {
            throw .nameNeeded
        }
        if let seller = line.seller {
            guard SaleLimits.isText(seller.name), Seller.isAccount(seller.account) else { throw .nameNeeded }
            if case .each(let fee) = seller.fee { try check(fee) }
        }
        let reasons = [line.override?.reason, line.exemption, line.voided]
        guard reasons.allSatisfy({ $0.map(SaleLimits.isText) ?? true }) else { throw .reasonNeeded }
    }

    private func check(_ discount: Discount?) throws(CartError) {
        if case .amount(let amount) = discount { try check(amount) }
    }
}
