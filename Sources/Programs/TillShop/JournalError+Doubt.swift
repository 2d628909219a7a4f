import Tender

extension JournalError {
    /// Whether the record that it was thrown for may be in the journal all the same.
    var leavesDoubt: Bool {
        switch reason {
        case .failed, .corrupt: true
        case .full, .readOnly, .journalBusy, .otherGateway, .exposed, .keyTooOld, .orderIsOpen, .refundIsOpen,
            .terminalIsOpen, .offlineRefused, .storedTooLongAgo:
            false
        }
    }
}
