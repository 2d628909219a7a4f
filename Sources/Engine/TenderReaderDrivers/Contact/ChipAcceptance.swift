public import TenderEMV
public import TenderModel
public import TenderReaders

/// What a chip card reader sells with, beside itself: the rules of its terminal, and the encryption of what it reads.
public struct ChipAcceptance: Sendable {
    /// The applications, keys and rules of the terminal.
    public let configuration: ContactConfiguration
    /// Encrypts what a chip hands out.
    public let sealer: any CardSealer
    /// Asks the customer about the applications of a card; `nil` if nobody can.
    let chooser: ApplicationChooser?

    /// Puts them together; what a card would approve without the issuer goes online, since nobody here submits it.
    ///
    /// - Parameter chooser: Asks the customer about the applications of a card, unless the configuration says that the
    ///   terminal cannot ask. A reader that only passes commands has no screen: without this, the application that the
    ///   card prefers is taken, and one that the customer would have to confirm is not.
    public init(configuration: ContactConfiguration, sealer: any CardSealer, chooser: ApplicationChooser? = nil) {
        let configuration = configuration.withoutOfflineApproval
        self.configuration =
            chooser == nil
            ? configuration.withoutQuestions : configuration.showing(codeTables: ApplicationQuestion.codeTables)
        self.sealer = sealer
        self.chooser = chooser
    }
}
