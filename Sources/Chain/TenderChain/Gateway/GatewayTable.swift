/// A table of what the gateway says of the account, which head office imports.
///
/// Its key is the object's ID; it has nothing of cards and customers.
public enum GatewayTable: String, Hashable, Sendable, CaseIterable {
    case intents = "gateway_intents"
    case charges = "gateway_charges"
    case refunds = "gateway_refunds"
    case movements = "gateway_movements"

    /// The columns, the key first.
    public var columns: [ProjectedTable.Column] { [.init("id", .text)] + rest }

    private var rest: [ProjectedTable.Column] {
        switch self {
        case .intents:
            [
                .init("created", .time), .init("journal", .text), .init("currency", .text), .init("taken", .integer),
                .init("is_held", .flag),
            ]
        case .charges: [.init("intent", .text)]
        case .refunds: [.init("intent", .text), .init("status", .text)]
        case .movements:
            [
                .init("created", .time), .init("type", .text), .init("source", .text), .init("currency", .text),
                .init("amount", .integer), .init("fee", .integer), .init("net", .integer),
            ]
        }
    }
}
