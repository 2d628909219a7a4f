/// How a printer is, as far as it tells: silence is its own answer, and never means that something is wrong.
public struct PrinterStatus: Hashable, Sendable {
    /// An answer with a third value.
    public enum Answer: String, Hashable, Sendable {
        /// It is so.
        case yes
        /// It is not so.
        case no
        /// The printer said nothing, or nothing that makes sense.
        case cannotTell
    }

    /// How much paper there is.
    public enum Paper: String, Hashable, Sendable {
        /// Enough.
        case present
        /// Near its end.
        case low
        /// None.
        case out
        /// The printer said nothing, or nothing that makes sense.
        case cannotTell
    }

    /// What can be asked: the parameter of DLE EOT.
    public enum Request: UInt8, Hashable, Sendable, CaseIterable {
        /// Whether it prints, and the drawer's pin.
        case printer = 1
        /// Why it does not print.
        case offlineCause = 2
        /// The paper.
        case paper = 4
    }

    /// Whether it takes data.
    public var isOnline = Answer.cannotTell
    /// Whether its cover is open.
    public var isCoverOpen = Answer.cannotTell
    /// Whether it stands still for an error, such as a blocked cutter.
    public var hasError = Answer.cannotTell
    /// The paper.
    public var paper = Paper.cannotTell
    /// Whether the pin that a drawer's switch is connected to is high; what that means depends on the drawer.
    public var isDrawerPinHigh = Answer.cannotTell

    /// Knows nothing.
    public init() {}

    /// Learns from an answer; one whose fixed bits are wrong tells nothing.
    ///
    /// - Parameters:
    ///   - answer: the byte; nil when none came.
    ///   - request: what was asked.
    public mutating func learn(_ answer: UInt8?, of request: Request) {
        // Bits 1 and 4 are always one, bits 0 and 7 always zero.
        let byte = answer.flatMap { $0 & 0x93 == 0x12 ? $0 : nil }
        switch request {
        case .printer:
            isOnline = Self.answer(byte, 0x08).inverse
            isDrawerPinHigh = Self.answer(byte, 0x04)
        case .offlineCause:
            isCoverOpen = Self.answer(byte, 0x04)
            hasError = Self.answer(byte, 0x40)
            if let byte, byte & 0x20 != 0 { paper = .out }
        case .paper:
            guard let byte else {
                if paper != .out { paper = .cannotTell }
                return
            }
            paper = byte & 0x60 != 0 ? .out : byte & 0x0C != 0 ? .low : .present
        }
    }

    /// Why nothing can be printed; nil when nothing is known to be in the way.
    public var obstacle: PrintProblem? {
        if paper == .out { return .paperOut }
        if isCoverOpen == .yes { return .coverOpen }
        if hasError == .yes { return .printerError }
        return isOnline == .no ? .offline : nil
    }

    private static func answer(_ byte: UInt8?, _ bit: UInt8) -> Answer {
        byte.map { $0 & bit != 0 ? .yes : .no } ?? .cannotTell
    }
}

extension PrinterStatus.Answer {
    fileprivate var inverse: Self {
        switch self {
        case .yes: .no
        case .no: .yes
        case .cannotTell: .cannotTell
        }
    }
}
