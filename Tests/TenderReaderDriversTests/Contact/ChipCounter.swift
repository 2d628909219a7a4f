import SimulatedCard
import SimulatedDeviceServer
import SimulatedDevices
import SimulatedPayments
import TenderBytes
import TenderEMV
import TenderFlow
import TenderModel
import TenderReaderDrivers
import TenderReaders
import TenderTestSupport

/// A counter with a simulated USB chip reader, a customer with a card, and a gateway behind them.
final class ChipCounter: Sendable {
    static let amount = Amount(minorUnits: 1000, currency: .eur)

    let reader: CCIDCardReader
    let usb: InProcessUSB<SimulatedCCID>
    /// What the reader said, in words.
    let told = Guarded<[String]>([])
    private let customer: Task<Void, Never>

    init?(
        _ profile: ChipProfile, _ kind: SimulatedCCIDModel.Kind = .short,
        pad: SimulatedCCIDModel.Customer? = .enters("1234"), acts: Bool = true, holdsCard: Bool = false,
        slotCount: Int = 1, moduleSlot: Int? = nil, faults: [DeviceFault] = [], denial: String = "0000000000",
        sealer: (any CardSealer)? = SimulatedCardSealer(counter: 1), chooser: ApplicationChooser? = nil,
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws {
        var model = SimulatedCCIDModel(kind)
        (model.hasCard, model.customer) = (holdsCard, pad)
        (model.slotCount, model.moduleSlot, model.faults) = (moduleSlot == nil ? slotCount : 2, moduleSlot, faults)
        guard let usb = InProcessUSB(SimulatedCCID(model, cards: [try ChipCard(profile)])) else { return nil }
        self.usb = usb
        let configuration = try SimulatedTerminal.configuration(denial: denial)
        reader = CCIDCardReader(
            try await CCIDReader(usb),
            reader: Reader(id: "1", model: "x", serialNumber: "1", discoveryMethod: .simulated),
            slot: moduleSlot == 0 ? 1 : 0,
            acceptance: sealer.map { ChipAcceptance(configuration: configuration, sealer: $0, chooser: chooser) },
            clock: clock)
        // What the customer does from now on is seen.
        _ = try await reader.driver.presence()
        customer = Task { [reader, told] in
            for await event in reader.events {
                told.withLock { $0.append("\(event)") }
                guard acts else { continue }
                switch event {
                case .inputOptions(let options) where options.contains(.insertCard): usb.happen(.presentCard)
                case .displayMessage(.doNotRemoveCard), .displayMessage(.enterPIN), .displayMessage(.wrongPIN),
                    .displayMessage(.lastPINTry):
                    break
                case .displayMessage: usb.happen(.removeCard)
                default: break
                }
            }
        }
    }

    deinit { customer.cancel() }

    func collect(
        _ purpose: CollectRequest.Purpose = .payment, amount: Amount = amount, intent: String? = nil
    ) async -> Result<CollectedCard, ReaderError> {
        do throws(ReaderError) {
            return .success(try await reader.collect(CollectRequest(purpose, amount: amount, paymentIntent: intent)))
        } catch {
            return .failure(error)
        }
    }

    /// Tells the card that waits what its issuer said.
    func conclude(_ answer: IssuerAnswer) async -> Result<CardConclusion, ReaderError> {
        do throws(ReaderError) {
            return .success(try await reader.conclude(answer))
        } catch {
            return .failure(error)
        }
    }

    /// The names of the messages for the customer.
    var messages: [String] {
        told.withLock { $0 }.filter { $0.hasPrefix("displayMessage") }.compactMap { words in
            words.split(separator: ".").last.map { String($0.dropLast()) }
        }
    }

    /// How often the reader said something with these words.
    func count(_ words: String) -> Int { told.withLock { told in told.count { $0.contains(words) } } }

    /// Takes out the card, and waits until the reader has noticed.
    func takeOut() async throws {
        let before = count("cardRemoved")
        usb.happen(.removeCard)
        try await waitUntil { count("cardRemoved") > before }
    }

    func waitUntilTold(_ words: String) async throws {
        try await waitUntil { told.withLock { told in told.contains { $0.contains(words) } } }
    }
}

/// A shop at the simulated gateway.
struct ChipShop {
    private var payments = SimulatedPayments(seed: [1, 2, 3])
    /// What the issuer told the card with the last answer.
    private(set) var issuerData: SecretBytes?

    /// Pays with a card, and returns the state of the payment or the reason of the decline, and what the charge says.
    mutating func pay(
        _ card: CollectedCard, _ amount: Amount = ChipCounter.amount, as type: PaymentMethodType = .cardPresent
    ) -> (outcome: String, charge: JSONValue?) {
        let type = type.rawValue
        let currency = amount.currency.code.lowercased()
        let intent = post(
            "payment_intents", "amount=\(amount.minorUnits)&currency=\(currency)&payment_method_types[]=\(type)")
        let path = "payment_method_data[card_present][encrypted_payload]"
        let form = [
            "payment_method_data[type]=card_present", "\(path)[scheme]=\(card.payload.scheme)",
            "\(path)[key_serial]=\(card.payload.keySerial)", "\(path)[ciphertext]=\(card.payload.ciphertext)",
            "\(path)[tag]=\(card.payload.tag)", "expand[]=latest_charge",
            "payment_method_data[card_present][awaits_issuer]=\(card.awaitsIssuer)",
        ].joined(separator: "&")
        let answer = post("payment_intents/\(intent["id"]?.text ?? "")/confirm", form)
        issuerData = answer["issuer_data"]?.text.flatMap { Hex.decode($0) }.map { SecretBytes($0) }
        let details = answer["latest_charge"]?["payment_method_details"]?[type]
        let error = answer["error"]
        let outcome = answer["status"]?.text ?? error?["decline_code"]?.text ?? error?["code"]?.text
        return (outcome ?? "nothing", details)
    }

    private mutating func post(_ path: String, _ form: String) -> JSONValue {
        let answer = payments.handle(
            APIRequest(
                method: "POST", path: "/v1/" + path, headers: ["authorization": "Bearer sk_test_shop"],
                body: [UInt8](form.utf8)), now: 1_800_000_000)
        return (try? JSONValue(parsing: answer.body)) ?? .null
    }
}
