import TenderBytes

/// A receipt as one self-contained page of HTML that prints well: no script, no external image.
public enum HTMLReceipt {
    /// Returns the page of a receipt.
    ///
    /// - Parameters:
    ///   - lines: The output of a `ReceiptLayout`.
    ///   - width: That layout's width.
    ///   - language: The language of the text, such as `de`.
    ///   - title: The page's title.
    ///   - qrCode: Encodes a text as a QR code; where it returns none, the text is shown.
    public static func render(
        _ lines: [ReceiptLine], width: Int, language: TillLanguage, title: String,
        qrCode: (String) -> QRMatrix? = { _ in nil }
    ) -> String {
        let body = lines.map { html($0, width, qrCode) }.joined()
        return """
            <!DOCTYPE html>
            <html lang="\(language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(DisplayCells.clean(title).escapedForHTML)</title>
            <style>
            @page { size: auto; margin: 10mm }
            body { margin: 0; background: #fff; color: #000 }
            main { width: \(width)ch; margin: 0 auto; font: 11pt/1.35 monospace }
            @media screen {
            body { background: #e8e8e8; padding: 1em 0 }
            main { background: #fff; padding: 2em 2ch; box-shadow: 0 1px 6px #0004 }
            }
            p { margin: 0; min-height: 1.35em; white-space: pre-wrap; break-inside: avoid }
            .c { text-align: center }
            .w { display: flex; justify-content: space-between; gap: 1ch }
            .w span + span { text-align: right }
            .b { font-weight: bold }
            .d { font-size: 200% }
            hr { border: 0; border-top: 1px dashed #000; margin: .5em 0 }
            svg { display: block; margin: 1em auto; width: 30mm; height: 30mm }
            .cut { break-after: page }
            .cut:last-child { break-after: auto }
            </style>
            </head>
            <body>
            <main>
            \(body)</main>
            </body>
            </html>

            """
    }

    private static func html(_ line: ReceiptLine, _ width: Int, _ qrCode: (String) -> QRMatrix?) -> String {
        switch line {
        case .text(let text, let alignment, let style):
            return "<p\(classes(alignment == .center ? ["c"] : [], style))>\(text.escapedForHTML)</p>\n"
        case .columns(let left, let right, let style):
            return
                "<p\(classes(["w"], style))><span>\(left.escapedForHTML)</span><span>\(right.escapedForHTML)</span></p>\n"
        case .rule: return "<hr>\n"
        case .blank: return "<p></p>\n"
        case .qrCode(let text):
            return qrCode(text).map { svg($0, text) } ?? "<p class=\"c\">\(text.escapedForHTML)</p>\n"
        case .cut: return "<div class=\"cut\"></div>\n"
        }
    }

    private static func classes(_ names: [String], _ style: ReceiptLine.Style) -> String {
        let all = names + (style.contains(.bold) ? ["b"] : []) + (style.contains(.double) ? ["d"] : [])
        return all.isEmpty ? "" : " class=\"\(all.joined(separator: " "))\""
    }

    /// Returns the dark modules as one path, in a quiet zone of four modules.
    private static func svg(_ code: QRMatrix, _ text: String) -> String {
        var path = ""
        for y in 0..<code.size {
            for x in 0..<code.size where code.isDark(x: x, y: y) { path += "M\(x + 4) \(y + 4)h1v1h-1z" }
        }
        let side = code.size + 8
        return "<svg viewBox=\"0 0 \(side) \(side)\" role=\"img\" aria-label=\"\(text.escapedForHTML)\" "
            + "shape-rendering=\"crispEdges\"><path d=\"\(path)\"/></svg>\n"
    }
}
