extension QRMatrix {
    /// The light border, in modules, that a camera needs around a code.
    private static let border = 2

    /// The code as text, two rows of modules per line: light modules are drawn, for a dark screen.
    public var textLines: [String] {
        let side = -Self.border..<size + Self.border
        return stride(from: side.lowerBound, to: side.upperBound, by: 2).map { y in
            String(
                side.map { x -> Character in
                    switch (isDark(x: x, y: y), y + 1 >= side.upperBound || isDark(x: x, y: y + 1)) {
                    case (false, false): "█"
                    case (false, true): "▀"
                    case (true, false): "▄"
                    case (true, true): " "
                    }
                })
        }
    }
}
