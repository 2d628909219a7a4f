import Foundation
import TenderCheckout
import Testing

@Suite struct PaymentThemeTests {
    @Test func colorsAreReadAsTheyAreWritten() {
        #expect(PaymentTheme.Color("#0B5fa8") == PaymentTheme.light.accent)
        #expect(["", "0B5FA8", "#0B5FA", "#0B5FA88", "#+B5FA8", "#0B5FAÄ"].compactMap { PaymentTheme.Color($0) } == [])
    }

    /// Text must be readable: a contrast of 4.5, as the web's accessibility guidelines want it.
    @Test(arguments: [PaymentTheme.light, .dark]) func textCanBeRead(theme: PaymentTheme) {
        let grounds = [theme.primaryBackground, theme.secondaryBackground]
        let texts = [theme.primaryForeground, theme.secondaryForeground, theme.accent, theme.error]
        let contrasts = grounds.flatMap { ground in texts.map { contrast(ground, $0) } }
        #expect(contrasts.allSatisfy { $0 >= 4.5 }, "\(contrasts)")
    }

    private func contrast(_ one: PaymentTheme.Color, _ other: PaymentTheme.Color) -> Double {
        let (light, dark) = (max(luminance(one), luminance(other)), min(luminance(one), luminance(other)))
        return (light + 0.05) / (dark + 0.05)
    }

    private func luminance(_ color: PaymentTheme.Color) -> Double {
        let weighted = zip([color.red, color.green, color.blue], [0.2126, 0.7152, 0.0722])
        return weighted.reduce(0) { sum, part in
            let share = Double(part.0) / 255
            return sum + part.1 * (share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4))
        }
    }
}
