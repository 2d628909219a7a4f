/// The numbers of the message layer (USB-IF CCID 1.1 chapter 6), for both of its ends.
public enum CCIDCode {
    /// The commands of the host.
    public enum Command: UInt8, Hashable, Sendable, CaseIterable {
        case iccPowerOn = 0x62
        case iccPowerOff = 0x63
        case getSlotStatus = 0x65
        case xfrBlock = 0x6F
        case getParameters = 0x6C
        case resetParameters = 0x6D
        case setParameters = 0x61
        case escape = 0x6B
        case iccClock = 0x6E
        case t0APDU = 0x6A
        case secure = 0x69
        case mechanical = 0x71
        case abort = 0x72
        case setDataRateAndClockFrequency = 0x73

        /// The answer of the reader to the command.
        public var answer: Answer {
            switch self {
            case .iccPowerOn, .xfrBlock, .secure: .dataBlock
            case .getParameters, .resetParameters, .setParameters: .parameters
            case .escape: .escape
            case .setDataRateAndClockFrequency: .dataRateAndClockFrequency
            case .iccPowerOff, .getSlotStatus, .iccClock, .t0APDU, .mechanical, .abort: .slotStatus
            }
        }
    }

    /// The answers of the reader.
    public enum Answer: UInt8, Hashable, Sendable, CaseIterable {
        case dataBlock = 0x80
        case slotStatus = 0x81
        case parameters = 0x82
        case escape = 0x83
        case dataRateAndClockFrequency = 0x84
    }

    /// The notifications of the reader on its interrupt endpoint.
    public enum Notice: UInt8, Hashable, Sendable {
        case slotChange = 0x50
        case hardwareError = 0x51
    }

    /// The class requests to the interface.
    public enum Request: UInt8, Hashable, Sendable {
        case abort = 0x01
        case getClockFrequencies = 0x02
        case getDataRates = 0x03
    }

    /// The place of a block in a chain: `wLevelParameter` of a command, `bChainParameter` of an answer.
    public enum Chain: UInt8, Hashable, Sendable {
        /// All of it.
        case whole = 0x00
        /// The first of several.
        case first = 0x01
        /// The last of several.
        case last = 0x02
        /// Between the first and the last.
        case middle = 0x03
        /// Empty: the other side should continue.
        case goOn = 0x10
    }

    /// Bits of `dwFeatures`.
    public enum Feature {
        /// Powers a card on when it is inserted.
        public static let activatesOnInsertion: UInt32 = 0x04
        /// Selects the voltage automatically.
        public static let picksVoltage: UInt32 = 0x08
        /// Negotiates protocol and speed automatically.
        public static let negotiatesParameters: UInt32 = 0x40
        /// Negotiates the speed from the parameters that are set.
        public static let negotiatesSpeed: UInt32 = 0x80
        /// Can stop the clock.
        public static let stopsClock: UInt32 = 0x100
        /// Announces the size of information fields to the card automatically.
        public static let negotiatesFieldSize: UInt32 = 0x400
        /// Exchanges blocks.
        public static let exchangesTPDU: UInt32 = 0x1_0000
        /// Exchanges short APDUs.
        public static let exchangesShortAPDU: UInt32 = 0x2_0000
        /// Exchanges short and extended APDUs.
        public static let exchangesExtendedAPDU: UInt32 = 0x4_0000
        /// The mask of all levels; exactly one is set, or none for single characters.
        public static let levels: UInt32 = 0x7_0000
    }

    /// The size of the header in front of the data of every message, in bytes.
    public static let headerCount = 10
}
