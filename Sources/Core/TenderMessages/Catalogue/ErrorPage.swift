import TenderModel

/// The page docs/errors.md, made from the catalogue.
public enum ErrorPage {
    /// The page as Markdown.
    public static var markdown: String {
        [introduction, codes, sentences, absent].joined(separator: "\n")
    }

    private static var introduction: String {
        """
        # Errors

        Made by `tender errors --markdown`; a test compares the two. `TenderError.errorCode` is the code; *advice* is what to do as a rule, and
        an error's own `advice` goes before it. *Phase* is empty where the cause can occur in any. *SDK* is the same cause in Stripe
        Terminal: \(mapped) of its codes have one here, and the others are listed below with the reason.

        """
    }

    private static var mapped: Int { ErrorCatalogue.entries.count { $0.sdk != nil } }

    private static var codes: String {
        let rows = ErrorCatalogue.entries.map { entry in
            let phases = entry.phases.map(\.rawValue).joined(separator: ", ")
            let sdk = entry.sdk.map { "\($0.name) \($0.number)" } ?? ""
            return row([
                "`\(entry.code.rawValue)`", phases, entry.advice.rawValue, entry.actor.rawValue, sdk,
                entry.message.text(in: .english),
            ])
        }
        return table("Codes", ["code", "phase", "advice", "who must act", "SDK", "for the cashier"], rows)
    }

    private static var sentences: String {
        let rows = CashierMessage.allCases.map { message in
            row(Language.allCases.map { message.text(in: $0) })
        }
        return table("Sentences for the cashier", Language.allCases.map(\.rawValue), rows)
    }

    private static var absent: String {
        let parts = [
            list("Not applicable", .notApplicable), list("Applicable, without a cause here", .noCause),
        ]
        return parts.joined(separator: "\n")
    }

    private static func list(_ title: String, _ kind: AbsentError.Kind) -> String {
        let rows = ErrorCatalogue.absent.filter { $0.kind == kind }.map { absent in
            row([absent.codes.map { "\($0.name) \($0.number)" }.joined(separator: ", "), absent.reason])
        }
        return table(title, ["SDK", "why"], rows)
    }

    private static func table(_ title: String, _ heads: [String], _ rows: [String]) -> String {
        (["## \(title)", "", row(heads), row(heads.map { _ in "---" })] + rows).joined(separator: "\n") + "\n"
    }

    private static func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }
}
