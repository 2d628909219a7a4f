/// What a chip knows from its power-up, or from the selection of an application, to the next.
struct ChipSession: Sendable {
    /// What is selected.
    enum Selection: Hashable, Sendable {
        case nothing
        case directory
        /// By its place among the card's applications.
        case application(Int)
    }

    /// How far the transaction is.
    enum Phase: Hashable, Sendable {
        case selected
        case initiated
        /// The chip asked for the issuer.
        case online
        case finished
    }

    var selection = Selection.nothing
    var phase = Phase.selected
    /// The number that a PIN must be encrypted with, for the next command only.
    var challenge: [UInt8]?
    /// The values of GET PROCESSING OPTIONS, which a signature covers.
    var optionValues: [UInt8] = []
    /// The values of the first GENERATE AC.
    var firstValues: [UInt8] = []
    /// The terminal's number (tag 9F37) in the newest GENERATE AC.
    var unpredictable: [UInt8] = []
    /// The cryptogram that asked for the issuer.
    var request: [UInt8] = []
    /// Whether the issuer's answer was the issuer's; `nil` before it came.
    var isIssuerGenuine: Bool?
    /// What the issuer has the card change; `nil` without its proof by method 2.
    var update: CardStatusUpdate?
    /// Whether the PIN was right; `nil` before it was checked.
    var isPINRight: Bool?
    /// The kind of the first cryptogram.
    var firstKind: ChipCryptogramKind?
}
