import TenderModel

/// A tax as a row: class, rate, whether it is included, net, tax.
struct StoredTax: Codable {
    private let taxClass: String
    private let rate: Percentage
    private let isIncluded: Bool
    private let net: Int64
    private let tax: Int64

    init(_ row: TaxRow) {
        taxClass = row.taxClass
        rate = row.rate
        isIncluded = row.isIncluded
        net = row.net.minorUnits
        tax = row.tax.minorUnits
    }

    func row(_ amounts: AmountMaker) -> TaxRow {
        TaxRow(taxClass: taxClass, rate: rate, isIncluded: isIncluded, net: amounts(net), tax: amounts(tax))
    }

    init(from decoder: any Decoder) throws {
        var row = try decoder.unkeyedContainer()
        taxClass = try row.decode(String.self)
        rate = try row.decode(Percentage.self)
        isIncluded = try row.decode(Bool.self)
        net = try row.decode(Int64.self)
        tax = try row.decode(Int64.self)
        try row.expectEnd()
    }

    func encode(to encoder: any Encoder) throws {
        var row = encoder.unkeyedContainer()
        try row.encode(taxClass)
        try row.encode(rate)
        try row.encode(isIncluded)
        try row.encode(net)
        try row.encode(tax)
    }
}
