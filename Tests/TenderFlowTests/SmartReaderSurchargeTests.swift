import TenderModel
import Testing

@testable import TenderFlow

/// A surcharge at a reader that the gateway drives, whose commands take none.
@Suite struct SmartReaderSurchargeTests {
    @Test func itIsRefusedBeforeTheCustomerIsAsked() {
        let reader = Reader(id: "r", model: "r", serialNumber: "1", discoveryMethod: .internet, simulated: true)
        let amount = Amount(minorUnits: 400, currency: .eur)
        let intent = KnownIntent(PaymentIntent(id: "pi_1", amount: amount, status: .requiresConfirmation))
        let surcharge = SurchargeConfiguration(
            amount: Amount(minorUnits: 4, currency: .eur), consent: SurchargeConsent(collection: .enabled))
        var machine = TerminalMachine()
        for action in machine.handle(.command(1, .connect(reader))) {
            if case .open(let serial, _) = action { _ = machine.handle(.opened(serial, reader)) }
        }
        let answers = [
            machine.handle(.command(2, .consent(intent, .reject, surcharge: surcharge))),
            machine.handle(.command(3, .confirm(intent, .reject, surcharge: surcharge))),
        ]
        let refusal = TerminalMachine.Answer.refused(.surcharge(.smartReader))
        #expect(answers == [[.answer([2], refusal)], [.answer([3], refusal)]])
    }
}
