import TenderModel
import TenderSale
public import TillScreens

/// A till and the shop behind it: events go in, actions go to the shop.
public struct TillDriver: Sendable {
    /// A request that only the surrounding program can carry out.
    public enum Wish: Hashable, Sendable {
        /// Redraw the whole screen.
        case redraw
        /// Ring the bell.
        case bell
        /// End the program.
        case quit
    }

    /// The till.
    public private(set) var till: Till
    /// The receipts that were printed since the start.
    public private(set) var printed: [(text: String, isReprint: Bool)] = []
    private let shop: Shopkeeper

    /// Creates a driver for a till and a shop, which need not be open yet.
    public init(_ till: Till, _ shop: Shopkeeper) {
        self.till = till
        self.shop = shop
    }

    /// Handles an event.
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

    /// Returns the gateway's takings by card, less refunds.
    func takenAtGateway() async throws -> Amount {
        try await shop.takenAtGateway(till.register.book.currency)
    }

    /// Whether something is on its way that should finish before the program ends.
    public var isBusy: Bool {
        !till.isInDoubt && (till.register.isRecording || till.pinEntry?.isChecking == true)
    }
}
