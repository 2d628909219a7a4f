import TenderModel
import TenderSale
public import TillScreens

/// A till and the shop behind it: events go in, actions go to the shop.
public struct TillDriver: Sendable {
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

    /// Handles an event, and returns what only the surrounding program can carry out.
    public mutating func handle(_ event: TillEvent) -> [ScreenAction] {
        var forShop: [ShopAction] = []
        var forScreen: [ScreenAction] = []
        for action in till.handle(event, at: WallTime.now) {
            switch action {
            case .shop(let action):
                forShop.append(action)
                if case .print(let receipt, let isReprint) = action {
                    printed.append((PaperText.text(of: receipt, isReprint: isReprint), isReprint))
                }
            case .screen(let action): forScreen.append(action)
            }
        }
        shop.perform(forShop)
        return forScreen
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
