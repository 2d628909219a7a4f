import TenderModel
import TenderSale
public import TillScreens

/// A till and the shop behind it: what happens goes in, what is to be done goes to the shop.
public struct TillDriver: Sendable {
    /// What only the program around can do.
    public enum Wish: Hashable, Sendable {
        /// Write the whole screen anew.
        case redraw
        /// Ring the bell.
        case bell
        /// End.
        case quit
    }

    /// The till.
    public private(set) var till: Till
    /// The receipts that were printed since the start.
    public private(set) var printed: [(text: String, isReprint: Bool)] = []
    private let shop: Shopkeeper

    /// Begins with a till and a shop that is perhaps not open yet.
    public init(_ till: Till, _ shop: Shopkeeper) {
        self.till = till
        self.shop = shop
    }

    /// Something happened.
    public mutating func handle(_ event: TillEvent) -> [Wish] {
        let actions = till.handle(event, at: WallTime.now)
        var wishes: [Wish] = []
        var orders: [TillAction] = []
        for action in actions {
            switch action {
            case .redraw: wishes.append(.redraw)
            case .bell: wishes.append(.bell)
            case .quit: wishes.append(.quit)
            default: orders.append(action)
            }
            if case .shop(.print(let receipt, let isReprint)) = action {
                printed.append((PaperText.text(of: receipt, isReprint: isReprint), isReprint))
            }
        }
        shop.perform(orders)
        return wishes
    }

    /// What the gateway took by card, refunds taken off.
    func takenAtGateway() async throws -> Amount {
        try await shop.takenAtGateway(till.register.book.currency)
    }

    /// Whether something is on its way that the program should not end before.
    public var isBusy: Bool {
        !till.isInDoubt && (till.register.isRecording || till.pinEntry?.isChecking == true)
    }
}
