public import TenderSale

extension CommandEntry {
    /// The input without a mnemonic: how to type it, and what it does.
    public static let articles: [(example: String, summary: Translation)] = [
        (
            "4011",
            Translation(
                en: "sell article 4011, by number or barcode; a scan does the same",
                de: "Artikel 4011 verkaufen, nach Nummer oder Strichcode; wie ein Scan",
                fr: "vendre l'article 4011, par numéro ou code-barres ; comme un scan")
        ),
        (
            "3*4011",
            Translation(
                en: "three of it; 0.345*4011 sells a weight, 2*1250 DP 2 an amount twice",
                de: "drei davon; 0,345*4011 verkauft ein Gewicht, 2*1250 DP 2 einen Betrag zweimal",
                fr: "trois fois ; 0,345*4011 vend un poids, 2*1250 DP 2 deux fois un montant")
        ),
    ]

    /// Returns the commands as a Markdown table, for the documentation.
    public static func markdown(_ language: TillLanguage) -> String {
        var lines = ["| typed | key | what it does | permission |", "|---|---|---|---|"]
        lines += articles.map { "| `\($0.example)` | | \($0.summary.text(language)) | |" }
        lines += Group.allCases.flatMap { group in
            all.filter { $0.group == group }.map { command in
                let key = command.functionKeyName.map { " \($0)" } ?? ""
                let permission = command.permission.map { " `\($0.rawValue)`" } ?? ""
                return "| `\(command.example)` |\(key) | \(command.summary.text(language)) |\(permission) |"
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
