import TenderSale

/// What head office has published, which the till sells with from the next ticket on.
extension Till {
    /// Sells with what was published, once no ticket is open and nobody is in the middle of something.
    mutating func adoptPublished() -> [TillAction] {
        guard let published, isBetweenTickets else { return [] }
        self.published = nil
        setup = published.setup
        register.setup = published.setup.register
        if published.isNew { show(.good, PageText.published(published.version)) }
        return [.shop(.adopt(version: published.version))]
    }

    /// Whether nothing is open that was begun with the goods, the people and the coins of now.
    private var isBetweenTickets: Bool {
        guard register.ticket == nil, !register.isRecording, register.question == nil, charge == nil, pin == nil else {
            return false
        }
        switch page {
        case .sale, .signIn, .result: return true
        default: return false
        }
    }
}
