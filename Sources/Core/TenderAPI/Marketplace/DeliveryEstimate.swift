public import TenderModel

/// How long a delivery takes.
public struct DeliveryEstimate: Hashable, Sendable, Codable {
    /// One end of the estimate, such as three business days.
    public struct Bound: Hashable, Sendable, Codable {
        /// What is counted.
        public var unit: Unit
        /// How many, above zero.
        public var value: Int64

        /// Creates an end of an estimate.
        public init(_ value: Int64, _ unit: Unit) {
            self.unit = unit
            self.value = value
        }
    }

    /// What an estimate counts.
    public enum Unit: OpenEnum {
        /// `hour`.
        case hour
        /// `day`.
        case day
        /// `business_day`.
        case businessDay
        /// `week`.
        case week
        /// `month`.
        case month
        /// A value that this version cannot name.
        case unknown(String)

        /// The named cases.
        public static let known: [Unit] = [.hour, .day, .businessDay, .week, .month]

        /// The API's string.
        public var rawValue: String {
            switch self {
            case .hour: "hour"
            case .day: "day"
            case .businessDay: "business_day"
            case .week: "week"
            case .month: "month"
            case .unknown(let value): value
            }
        }
    }

    /// The shortest time; `nil` for no lower end.
    public var minimum: Bound?
    /// The longest time; `nil` for no upper end.
    public var maximum: Bound?

    /// Creates an estimate.
    public init(minimum: Bound? = nil, maximum: Bound? = nil) {
        self.minimum = minimum
        self.maximum = maximum
    }
}
