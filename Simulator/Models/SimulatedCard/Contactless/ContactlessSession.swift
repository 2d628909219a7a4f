/// What a contactless card knows from one presentation to the next.
struct ContactlessSession: Sendable {
    /// How far the transaction is.
    enum Phase: Hashable, Sendable {
        case nothing
        case selected
        case initiated
        case finished
    }

    var phase = Phase.nothing
    /// The values of GET PROCESSING OPTIONS, which a signature covers.
    var optionValues: [UInt8] = []
    /// A record that was made for this transaction.
    var dynamicRecord: [UInt8] = []
}
