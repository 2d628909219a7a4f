/// An application of a card, and the combination that runs it.
struct ContactlessCandidate: Sendable {
    /// The name of the application as the directory has it.
    let name: [UInt8]
    let preprocessing: Preprocessing
    /// The priority indicator, tag 87.
    let priority: UInt8

    /// 1 comes first; 0 is no priority, and comes last.
    var place: UInt8 { priority & 0xF == 0 ? 16 : priority & 0xF }
}
