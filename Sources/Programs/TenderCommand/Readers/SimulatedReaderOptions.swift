import ChipReaders
import CommandLineOptions
import SimulatedCard
import SimulatedDeviceServer
import SimulatedDevices
import Tender

/// The options for a simulated reader and its address.
struct SimulatedReaderOptions {
    enum Model: String, CaseIterable {
        case neo, zvt
        case magTek = "magtek"
        case ccidShort = "ccid-short"
        case ccidExtended = "ccid-extended"
        case ccidT0 = "ccid-t0"
        case ccidT1 = "ccid-t1"

        /// The faults that can be injected.
        var faultKinds: [DeviceFault.Kind] {
            switch self {
            case .neo: SimulatedNEO.faultKinds
            case .zvt: SimulatedZVTTerminal.faultKinds
            case .magTek: SimulatedMagnetic.faultKinds
            case .ccidShort: SimulatedCCIDModel.faultKinds(.short)
            case .ccidExtended: SimulatedCCIDModel.faultKinds(.extended)
            case .ccidT0: SimulatedCCIDModel.faultKinds(.t0)
            case .ccidT1: SimulatedCCIDModel.faultKinds(.t1)
            }
        }
    }

    enum Way: String, CaseIterable {
        case pty, tcp
        case usbRedirection = "usb-redir"
    }

    var model: Model
    var way: Way
    var address: String
    var card: SimulatedCard?
    /// Whether `card` was named; a chip reader has a scripted card otherwise.
    var namesCard: Bool
    var faults: [DeviceFault]
    var lies: [SimulatedZVTTerminal.Lie]

    private static let modelName = RequiredOption<Model>(
        "model", "MODEL", "which reader", as: .choice, example: "neo")
    private static let over = RequiredOption<Way>("over", "WAY", "how it is connected", as: .choice, example: "pty")
    private static let cardName = Option(
        "card", "NAME", "the card that is presented; none for nobody; in a chip reader it computes and can pay",
        as: .text, default: "visa")
    private static let fault = Option(
        repeated: "fault", "SPEC", "what goes wrong, once; see below",
        as: OptionText("KIND[:N[:SECONDS]]") { DeviceFault($0) })
    private static let lie = Option(
        repeated: "lie", "KIND[:done]", "what zvt says of a command in place of the truth, once; see below",
        as: OptionText("KIND[:done]") { SimulatedZVTTerminal.Lie($0) })

    static let place = Operand("ADDRESS", "address to serve at", as: .text)
    static let list: [any DeclaredOption] = [modelName, over, cardName, fault, lie]

    init(_ arguments: Arguments) throws {
        model = try arguments[Self.modelName]
        way = try arguments[Self.over]
        address = try arguments[Self.place]
        let name = arguments[Self.cardName]
        card = name == "none" ? nil : try SimulatedCard.named(name)
        namesCard = arguments.isGiven(Self.cardName)
        faults = arguments[Self.fault]
        let known = model.faultKinds
        if let strange = faults.first(where: { !known.contains($0.kind) }) {
            let kinds = known.map(\.rawValue).joined(separator: ", ")
            throw CommandLineError("\(model.rawValue) knows no fault \(strange.kind.rawValue), but \(kinds)")
        }
        lies = arguments[Self.lie]
        guard lies.isEmpty || model == .zvt else { throw CommandLineError("--lie is for --model zvt") }
    }

    /// Starts the reader.
    func serve() async throws -> ServedReader {
        switch model {
        case .neo: try await serve(SimulatedNEO(.stream, neo))
        case .zvt:
            try await serve(
                SimulatedZVTTerminal(
                    .init(way == .tcp ? .stream : .serial, presentsCard: card != nil, faults: faults, lies: lies),
                    card: card ?? .visa))
        case .magTek: try await serve(SimulatedMagTekUSB(magnetic))
        case .ccidShort: try await serve(try chip(.short))
        case .ccidExtended: try await serve(try chip(.extended))
        case .ccidT0: try await serve(try chip(.t0))
        case .ccidT1: try await serve(try chip(.t1))
        }
    }

    private var neo: SimulatedNEO.Options {
        SimulatedNEO.Options(presentation: presentation(.tap), counter: freshCounter, faults: faults)
    }

    private var magnetic: SimulatedMagnetic.Options {
        SimulatedMagnetic.Options(card: card ?? .visa, interval: card == nil ? nil : .seconds(2), faults: faults)
    }

    private func chip(_ kind: SimulatedCCIDModel.Kind) throws -> SimulatedCCID {
        if namesCard, let card {
            return try SimulatedCCID(
                kind, cards: [ChipProfile(card: card)], customer: .knowsPIN, interval: .seconds(2), faults: faults)
        }
        var model = SimulatedCCIDModel(kind)
        model.hasCard = card != nil
        model.faults = faults
        return SimulatedCCID(model)
    }

    private func presentation(_ way: CardPresentation.Way) -> CardPresentation {
        CardPresentation(card ?? .visa, way, after: card == nil ? nil : .milliseconds(300))
    }

    /// A nonce must not repeat under one key.
    private var freshCounter: UInt64 { UInt64(UInt32.random(in: 0...(.max >> 1))) << 32 }

    private func serve<Core: ProtocolCore>(_ device: Core) async throws -> ServedReader {
        switch way {
        case .pty:
            let server = try await PTYServer(device, link: address)
            return ServedReader(address: server.path) { await server.close() }
        case .tcp:
            let (host, port) = try hostAndPort()
            let server = try await TCPDeviceServer(device, host: host, port: port)
            return ServedReader(address: "\(host):\(server.port)") { await server.close() }
        case .usbRedirection: throw CommandLineError("\(model.rawValue) is served --over pty or tcp")
        }
    }

    private func serve<Device: SimulatedUSBDevice>(_ device: Device) async throws -> ServedReader {
        guard way == .usbRedirection else {
            throw CommandLineError("\(model.rawValue) is a USB device: it is served --over usb-redir")
        }
        let server = try await USBRedirectionServer(device, at: .path(address))
        return ServedReader(address: address) { await server.close() }
    }

    private func hostAndPort() throws -> (String, UInt16) {
        guard let colon = address.lastIndex(of: ":"), let port = UInt16(address[address.index(after: colon)...]) else {
            throw CommandLineError("--over tcp takes HOST:PORT, not '\(address)'")
        }
        return (String(address[..<colon]), port)
    }
}
