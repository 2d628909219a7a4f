import TenderFlow
import TenderModel

/// An application that has a card stored to be saved until it is told so, and may cancel that at any moment.
struct StoredSetupTill: Hashable {
    /// The local SetupIntent.
    static let wish = OfflineSetupWish(
        SetupIntent(
            offline: SetupIntentParameters(customer: "cus_1", paymentMethodTypes: [.cardPresent]), base: "9"
        ).parameters, allowRedisplay: .always)
    static let id = "offline_seti_9"
    static let cancelCommand: CommandID = 960

    private var wants = true
    /// Whether it asks once more, although it has canceled; a new process does not know of a cancel without a record.
    private var isHeedless = true
    private var count = 0
    private(set) var isOwed = false
    private(set) var isCancelOwed = false
    /// Whether it was told that the card is stored or saved, and that it never will be.
    private(set) var isToldStored = false
    private(set) var isToldCanceled = false

    private var current: CommandID { 950 + count }

    var mayAsk: Bool { !isOwed && (wants || isToldCanceled && isHeedless) }

    var mayCancel: Bool { !isCancelOwed && !isToldCanceled }

    mutating func ask() -> (CommandID, TerminalMachine.Command) {
        count = count % 2 + 1
        isOwed = true
        if isToldCanceled { isHeedless = false }
        return (current, .present(.offlineSetup(Self.wish), .init(confirmsAtOnce: true), .queue))
    }

    mutating func cancel() -> (CommandID, TerminalMachine.Command) {
        isCancelOwed = true
        return (Self.cancelCommand, .cancelSetup(Self.id))
    }

    /// Continues in another process, which asks again unless it has canceled.
    mutating func restart() { (wants, isHeedless, isOwed, isCancelOwed) = (!isToldCanceled, false, false, false) }

    /// Takes an answer; returns whether it was waiting for one under this command.
    mutating func take(_ answer: TerminalMachine.Answer, to id: CommandID) -> Bool {
        switch id {
        case Self.cancelCommand where isCancelOwed:
            isCancelOwed = false
            if answer == .done { (wants, isToldCanceled) = (false, true) }
        case current where isOwed:
            isOwed = false
            hear(answer)
        default: return false
        }
        return true
    }

    private mutating func hear(_ answer: TerminalMachine.Answer) {
        switch answer {
        case .setupStored, .made: (wants, isToldStored) = (false, true)
        case .refused(.unpaid(.deleted, _)): (wants, isToldCanceled) = (false, true)
        default: break
        }
    }

    /// What was told is what is on the disk.
    func violation(_ history: PaymentHistory?) -> String? {
        if isToldStored, history?.offline == nil { return "a card is told stored and is not" }
        guard isToldCanceled, let offline = history?.offline else { return nil }
        return offline.deletedBy == nil ? "a card is stored for a canceled SetupIntent" : nil
    }
}
