/// The assembly of a stripe reader's data into swipes.
struct MagneticLink {
    /// The longest pause within a swipe that arrives in pieces; what came before a longer one is discarded.
    static let longestGap = NEOLink.longestGap

    private let device: MagneticDevice
    private var parser = SecureMagParser()

    init(_ device: MagneticDevice) { self.device = device }

    /// Whether the beginning of a swipe waits for its rest.
    var isPartial: Bool { parser.isPartial }

    /// Handles a piece of a stream, or one report without its number.
    mutating func receive(_ bytes: [UInt8]) -> [Swipe] {
        switch device {
        case .magTek: [MagTekReport.swipe(bytes)].compactMap(\.self)
        case .secureMag: swipes(parser.receive(bytes))
        case .idTech:
            // A native report begins with a track's status, 0 or 1, and a frame with 02.
            if parser.isPartial || bytes.first == 0x02 {
                swipes(parser.receive(bytes))
            } else {
                [IDTechReport.swipe(bytes)].compactMap(\.self)
            }
        }
    }

    /// Discards what waits for its rest.
    mutating func endBurst() -> [Swipe] {
        let isCut = parser.isPartial
        let swipes = swipes(parser.endBurst())
        return swipes.isEmpty && isCut ? [.unreadable] : swipes
    }

    private func swipes(_ elements: [SecureMagParser.Element]) -> [Swipe] {
        elements.map { element in
            switch element {
            case .damaged: .unreadable
            case .cardData(let bytes): SecureMagData(bytes)?.swipe ?? .unreadable
            }
        }
    }
}
