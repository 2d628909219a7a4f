import SimulatedCard
import SimulatedDevices
import SimulatedPayments
import TenderBytes
import TenderModel
import TenderReaders
import Testing

@testable import TenderEMV

/// PINs for the issuer: from a pad with DUKPT through the kernel and the encrypted payload to the issuer behind the gateway.
@Suite struct ContactOnlinePINTests {
    private static let amount = Amount(minorUnits: 1000, currency: .gbp)
    private static let tripleDES: [UInt8] = [0xFF, 0xFF, 0x98, 0x76, 0x54, 0x32, 0x10, 0xE0, 0, 0]
    private static let aes: [UInt8] = [0x12, 0x34, 0x56, 0x78, 0x90, 0x12, 0x34, 0x56, 0, 0, 0, 0]

    /// What the gateway says to one payment after the other, and the sizes of PIN block and serial number.
    private func outcomes(_ serialNumber: [UInt8], pins: [String]) throws -> [String] {
        var profile = ChipProfile(card: .visa)
        profile.verificationRules = [0x42, 3]
        var desk = try ChipDesk(profile, pins: pins, pad: SimulatedPINPad(serialNumber: serialNumber))
        var payments = SimulatedPayments(seed: [1, 2, 3])
        let sealer = SimulatedCardSealer(counter: 1)
        return try pins.map { _ in
            let result = try #require(desk.pay()?.outcome?.result)
            let payload = try sealer.nextSeal().seal(objects: result.payload, amount: Self.amount)
            let outcome = Self.pay(payload, Self.amount, &payments)
            return "\(outcome) \(result.pin?.block.count ?? 0) \(result.pin?.keySerialNumber.count ?? 0)"
        }
    }

    private static func pay(
        _ payload: EncryptedPayload, _ amount: Amount, _ payments: inout SimulatedPayments
    ) -> String {
        let form = "amount=\(amount.minorUnits)&currency=\(amount.currency)&payment_method_types[]=card_present"
        let intent = post("payment_intents", form, &payments)
        let path = "payment_method_data[card_present][encrypted_payload]"
        let answer = post(
            "payment_intents/\(intent["id"]?.text ?? "")/confirm",
            "payment_method_data[type]=card_present&\(path)[scheme]=\(payload.scheme)&"
                + "\(path)[key_serial]=\(payload.keySerial)&\(path)[ciphertext]=\(payload.ciphertext)&"
                + "\(path)[tag]=\(payload.tag)", &payments)
        return answer["status"]?.text ?? answer["error"]?["decline_code"]?.text ?? answer["error"]?["code"]?.text ?? "-"
    }

    private static func post(_ path: String, _ form: String, _ payments: inout SimulatedPayments) -> JSONValue {
        let answer = payments.handle(
            APIRequest(
                method: "POST", path: "/v1/" + path, headers: ["authorization": "Bearer sk_test_shop"],
                body: [UInt8](form.utf8)), now: 1_800_000_000)
        return (try? JSONValue(parsing: answer.body)) ?? .null
    }

    @Test(arguments: [(tripleDES, "8 10"), (aes, "16 12")])
    func theIssuerChecksThePINBlockOfThePad(_ serialNumber: [UInt8], _ sizes: String) throws {
        #expect(
            try outcomes(serialNumber, pins: ["1234", "1235", "1234", "0000", "12345", "4321", "1234"])
                == [
                    "succeeded", "incorrect_pin", "succeeded", "incorrect_pin", "incorrect_pin", "pin_try_exceeded",
                    "pin_try_exceeded",
                ]
                .map { "\($0) \(sizes)" })
    }
}
