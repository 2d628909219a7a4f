import TenderFlow
import TenderModel
import TenderReaders

extension NEOReader {
    /// The time limit for an answer to a probe; a ping and its answer need 30 ms at 9600 bits per second.
    private static let probingTime = Duration.milliseconds(300)

    /// Sets a line to the speed at which a reader answers; returns `false` if none does.
    static func findSpeed(_ line: any SerialTransport, _ clock: any Clock<Duration>) async throws(TransportError)
        -> Bool
    {
        for rate in NEOProbe.baudRates {
            try await line.configure(SerialConfiguration(baudRate: rate))
            if try await answers(line, clock) { return true }
        }
        return false
    }

    /// Returns whether a reader answers on a line as currently configured.
    private static func answers(_ line: any ByteTransport, _ clock: any Clock<Duration>) async throws(TransportError)
        -> Bool
    {
        for piece in NEOProbe(.stream).pieces { try await line.send(piece) }
        let result = await withTaskGroup(of: Result<Bool, TransportError>.self) { group in
            group.addTask { await listen(line) }
            group.addTask {
                try? await clock.sleep(for: probingTime)
                return .success(false)
            }
            let first = await group.next() ?? .success(false)
            group.cancelAll()
            return first
        }
        return try result.get()
    }

    private static func listen(_ line: any ByteTransport) async -> Result<Bool, TransportError> {
        var probe = NEOProbe(.stream)
        do throws(TransportError) {
            while !probe.isAnswered(by: try await line.receive()) {}
            return .success(true)
        } catch {
            return .failure(error)
        }
    }
}

extension Reader {
    init(_ identity: NEOIdentity, at address: ReaderAddress) {
        let serialNumber = identity.serialNumber
        self.init(
            id: serialNumber.isEmpty ? address.description : serialNumber, model: identity.model,
            serialNumber: serialNumber, discoveryMethod: address.method, simulated: identity.isSimulated,
            softwareVersion: identity.firmware.isEmpty ? nil : identity.firmware, address: address)
    }
}
