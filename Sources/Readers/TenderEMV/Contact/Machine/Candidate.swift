/// An application that card and terminal both have.
struct Candidate: Hashable, Sendable {
    /// The whole identifier as the card has it.
    let name: [UInt8]
    /// The place of its profile in the configuration.
    let profile: Int
    let label: [UInt8]
    let preferredName: [UInt8]
    let codeTable: UInt8?
    /// The priority indicator, tag 87.
    let priority: UInt8

    var needsConfirmation: Bool { priority & 0x80 != 0 }
    /// 1 comes first; 0 is no priority, and comes last.
    var place: UInt8 { priority & 0xF == 0 ? 16 : priority & 0xF }

    /// What a customer is shown (EMV Book 1, 12.4).
    func shown(codeTables: Set<UInt8>) -> ApplicationName {
        if !preferredName.isEmpty, let codeTable, codeTables.contains(codeTable) {
            return ApplicationName(identifier: name, name: preferredName, codeTable: codeTable)
        }
        return ApplicationName(identifier: name, name: label, codeTable: nil)
    }
}
