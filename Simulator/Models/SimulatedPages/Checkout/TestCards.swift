/// The cards that a tester may want to type.
enum TestCards {
    private static let cards: [(number: String, effect: String)] = [
        ("4242 4242 4242 4242", "pays"), ("5555 5555 5555 4444", "pays, Mastercard"),
        ("4000 0025 0000 3155", "asks who you are"), ("4000 0000 0000 9995", "declined: insufficient funds"),
        ("4000 0000 0000 0002", "declined"), ("4000 0000 0000 0069", "declined: expired"),
        ("4000 0000 0000 0127", "declined: wrong security code"), ("4000 0000 0000 0259", "pays, is disputed"),
    ]

    static var hint: HTML {
        let rows: [HTML] = cards.map { "<dt>\($0.number)</dt><dd>\($0.effect)</dd>\n" }
        return """
            <details class="card">
            <summary>Test cards</summary>
            <p class="hint">Use any future expiration date and any three digits as the security code.</p>
            <dl>
            \(rows)</dl>
            </details>
            """
    }
}
