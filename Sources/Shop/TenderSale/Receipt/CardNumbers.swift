/// A search for card numbers in texts by people or readers, where none belongs.
public enum CardNumbers {
    /// Returns the text with every digit but the last four of anything like a card number replaced by a star.
    ///
    /// A card number is 13 to 19 digits, perhaps with single blanks or hyphens between them, whose check digit is right
    /// (ISO/IEC 7812-1). A longer run is searched for one.
    public static func masked(_ text: String) -> String {
        guard text.utf8.count(where: { (48...57).contains($0) }) >= 13 else { return text }
        var scalars = Array(text.unicodeScalars)
        var digits: [Int] = []
        var isJoined = false
        for (place, scalar) in scalars.enumerated() {
            if value(scalar) != nil {
                digits.append(place)
                isJoined = true
            } else if isJoined, scalar == " " || scalar == "-" {
                isJoined = false
            } else {
                mask(&scalars, digits)
                digits = []
                isJoined = false
            }
        }
        mask(&scalars, digits)
        return String(String.UnicodeScalarView(scalars))
    }

    private static func mask(_ scalars: inout [Unicode.Scalar], _ digits: [Int]) {
        guard digits.count >= 13 else { return }
        let values = digits.compactMap { value(scalars[$0]) }
        for start in 0...(digits.count - 13) {
            for count in (13...19).reversed() where start + count <= digits.count {
                guard isNumber(values[start..<(start + count)]) else { continue }
                for place in digits[start..<(start + count - 4)] { scalars[place] = "*" }
                break
            }
        }
    }

    private static func value(_ scalar: Unicode.Scalar) -> Int? {
        (48...57).contains(scalar.value) ? Int(scalar.value) - 48 : nil
    }

    private static func isNumber(_ digits: ArraySlice<Int>) -> Bool {
        var sum = 0
        for (place, digit) in digits.reversed().enumerated() {
            let weighted = place.isMultiple(of: 2) ? digit : digit * 2
            sum += weighted > 9 ? weighted - 9 : weighted
        }
        return sum.isMultiple(of: 10) && digits.contains { $0 != 0 }
    }
}
