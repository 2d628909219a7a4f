import TenderBytes
import TenderEMV
public import TenderFlow
public import TenderModel
import TenderReaders

/// The UIDs of contactless cards.
extension CCIDCardReader: DataReader {
    /// The sizes of a UID in bytes: ISO/IEC 14443 type A has 4, 7 or 10, type B 4; ISO/IEC 15693 and FeliCa 8.
    private static let uidSizes = 4...10

    /// The UIDs of contactless cards; a reader with contacts only waits for one in vain.
    public var dataTypes: [CollectDataType] { [.nfcUid] }

    /// Waits for a contactless card in any slot, and asks the reader for its UID (FF CA 00 00 00, PC/SC part 3,
    /// 3.2.2.1.3).
    ///
    /// Cards with contacts are ignored. Canceling the task stops the wait, or what the reader is doing.
    /// - Throws: `.refused` if the reader does not tell the UID.
    public func collectData(_ configuration: CollectDataConfiguration) async throws(ReaderError) -> CollectedData {
        guard dataTypes.contains(configuration.type) else { throw .refused("a chip card reader reads no stripes") }
        guard beginCollecting() else { throw .busy }
        defer { endCollecting() }
        emit(.inputOptions(.tapCard))
        // Subscribed first: a card that comes while the slots are looked at is not missed.
        let insertions = insertions.subscribe()
        do throws(CCIDError) {
            for slot in 0..<driver.plan.slotCount where try await driver.presence(slot: slot).isPresent {
                if let uid = try await uid(of: slot) { return .nfcUid(uid) }
            }
            for await slot in insertions {
                if let uid = try await uid(of: slot) { return .nfcUid(uid) }
            }
        } catch {
            throw ReaderError(error)
        }
        throw Task.isCancelled ? .canceled(by: .application) : .disconnected(endReason)
    }

    /// Returns the UID in hexadecimal; `nil` if there is no contactless card, or not any more.
    private func uid(of slot: Int) async throws(CCIDError) -> String? {
        do throws(CCIDError) {
            let uid = try await askForUID(slot)
            await powerOff(slot)
            return uid
        } catch {
            await powerOff(slot)
            switch error {
            // A quick tap ends in any of these: the card is gone before it has answered.
            case .noCard, .notPowered, .cardMute, .unsupportedCard: return nil
            case .failed(.cardRemoved), .failed(.cardMute), .failed(.timedOut): return nil
            case .unknownOutcome(.cardRemoved), .unknownOutcome(.cardMute), .unknownOutcome(.timedOut): return nil
            default: throw error
            }
        }
    }

    private func askForUID(_ slot: Int) async throws(CCIDError) -> String? {
        let (atr, _) = try await driver.powerOn(slot: slot)
        guard atr.isOfContactlessCard,
            let command = CommandAPDU(cla: 0xFF, ins: 0xCA, p1: 0, p2: 0, expectedCount: 256)
        else { return nil }
        let answer = try await driver.transmit(command, slot: slot)
        guard answer.isSuccess, Self.uidSizes.contains(answer.data.count) else {
            throw .refused("this reader does not tell the UID of the card")
        }
        return Hex.encode(answer.data)
    }

    /// Switches a card off, also for a caller that was canceled.
    private func powerOff(_ slot: Int) async {
        await Task { [driver] in _ = try? await driver.powerOff(slot: slot) }.value
    }
}

extension ReaderError {
    /// What an error of the driver is to a terminal.
    init(_ error: CCIDError) {
        switch error {
        case .canceled: self = .canceled(by: .application)
        case .failed(.canceled), .unknownOutcome(.canceled): self = .canceled(by: .application)
        case .removed, .failed(.readerRemoved), .unknownOutcome(.readerRemoved):
            self = .disconnected(.usbDisconnected)
        case .closed: self = .disconnected(.disconnectRequested)
        case .refused(let reason): self = .refused(reason)
        case .noCard, .cardMute, .notPowered, .failed, .unknownOutcome, .unsupportedCard, .busy, .dead:
            self = .communication(error.sentence)
        }
    }
}
