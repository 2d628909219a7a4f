import TenderModel

/// A sold line as a row: number, code, name, department, quantity, unit price, list price, discount, amount, tax class, and
/// the seller where there is one.
struct StoredLine: Codable {
    private let number: Int
    private let code: String?
    private let name: String
    private let department: String
    private let quantity: Quantity
    private let unitPrice: Int64
    private let listPrice: Int64?
    private let discount: Int64
    private let amount: Int64
    private let taxClass: String
    private let seller: Seller?

    init(_ line: SoldLine) {
        number = line.number
        code = line.code
        name = line.name
        department = line.department
        quantity = line.quantity
        unitPrice = line.unitPrice.minorUnits
        listPrice = line.listPrice?.minorUnits
        discount = line.discount.minorUnits
        amount = line.amount.minorUnits
        taxClass = line.taxClass
        seller = line.seller
    }

    func line(_ amounts: AmountMaker) -> SoldLine {
        SoldLine(
            number: number, code: code, name: name, department: department, quantity: quantity,
            unitPrice: amounts(unitPrice), listPrice: listPrice.map { amounts($0) }, discount: amounts(discount),
            amount: amounts(amount), taxClass: taxClass, seller: seller)
    }

    init(from decoder: any Decoder) throws {
        var row = try decoder.unkeyedContainer()
        number = try row.decode(Int.self)
        code = try row.decodeIfPresent(String.self)
        name = try row.decode(String.self)
        department = try row.decode(String.self)
        quantity = try row.decode(Quantity.self)
        unitPrice = try row.decode(Int64.self)
        listPrice = try row.decodeIfPresent(Int64.self)
        discount = try row.decode(Int64.self)
        amount = try row.decode(Int64.self)
        taxClass = try row.decode(String.self)
        seller = row.isAtEnd ? nil : try row.decode(Seller.self)
        try row.expectEnd()
    }

    func encode(to encoder: any Encoder) throws {
        var row = encoder.unkeyedContainer()
        try row.encode(number)
        try row.encode(code)
        try row.encode(name)
        try row.encode(department)
        try row.encode(quantity)
        try row.encode(unitPrice)
        try row.encode(listPrice)
        try row.encode(discount)
        try row.encode(amount)
        try row.encode(taxClass)
        if let seller { try row.encode(seller) }
    }
}

extension UnkeyedDecodingContainer {
    /// Expects the end of the row: one with more fields than this version knows was not written by it.
    func expectEnd() throws {
        guard !isAtEnd else { return }
        throw DecodingError.dataCorruptedError(in: self, debugDescription: "the row is too long")
    }
}
