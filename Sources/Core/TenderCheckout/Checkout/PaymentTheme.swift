/// The colors of a checkout's screens; the app that draws them decides where each goes.
public struct PaymentTheme: Hashable, Sendable, Codable {
    /// A color with 8 bits each of red, green and blue.
    public struct Color: Hashable, Sendable, Codable {
        /// Red.
        public var red: UInt8
        /// Green.
        public var green: UInt8
        /// Blue.
        public var blue: UInt8

        /// Creates a color.
        public init(red: UInt8, green: UInt8, blue: UInt8) {
            self.red = red
            self.green = green
            self.blue = blue
        }

        /// Parses a color such as `#1F6FEB`, or returns `nil` for anything else.
        public init?(_ text: String) {
            let digits = text.utf8.dropFirst()
            guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6, digits.allSatisfy(Self.isDigit),
                let value = UInt32(String(Substring(digits)), radix: 16)
            else { return nil }
            self.init(red: UInt8(value >> 16), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF))
        }

        private static func isDigit(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
                UInt8(ascii: "a")...UInt8(ascii: "f"):
                true
            default: false
            }
        }
    }

    /// The background of everything.
    public var primaryBackground: Color
    /// The background of what stands out, such as a row.
    public var secondaryBackground: Color
    /// The color of text.
    public var primaryForeground: Color
    /// The color of less important text, such as a hint.
    public var secondaryForeground: Color
    /// The color of what is selected, and of what can be pressed.
    public var accent: Color
    /// The color of errors.
    public var error: Color

    /// Creates a theme; a color that is not given is that of the light one.
    public init(
        primaryBackground: Color = Color(red: 0xF2, green: 0xF3, blue: 0xF5),
        secondaryBackground: Color = Color(red: 0xFF, green: 0xFF, blue: 0xFF),
        primaryForeground: Color = Color(red: 0x1B, green: 0x1D, blue: 0x21),
        secondaryForeground: Color = Color(red: 0x5E, green: 0x64, blue: 0x6E),
        accent: Color = Color(red: 0x0B, green: 0x5F, blue: 0xA8),
        error: Color = Color(red: 0xB3, green: 0x1B, blue: 0x1B)
    ) {
        self.primaryBackground = primaryBackground
        self.secondaryBackground = secondaryBackground
        self.primaryForeground = primaryForeground
        self.secondaryForeground = secondaryForeground
        self.accent = accent
        self.error = error
    }

    /// Dark text on a light background.
    public static let light = PaymentTheme()

    /// Light text on a dark background.
    public static let dark = PaymentTheme(
        primaryBackground: Color(red: 0x14, green: 0x16, blue: 0x1A),
        secondaryBackground: Color(red: 0x22, green: 0x25, blue: 0x2B),
        primaryForeground: Color(red: 0xF0, green: 0xF2, blue: 0xF5),
        secondaryForeground: Color(red: 0xA3, green: 0xAA, blue: 0xB5),
        accent: Color(red: 0x6C, green: 0xB6, blue: 0xFF), error: Color(red: 0xFF, green: 0x8A, blue: 0x80))
}
