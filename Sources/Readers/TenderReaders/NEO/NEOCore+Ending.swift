import TenderFlow
import TenderModel

extension NEOCore {
    /// Stops the reader and ends the connection.
    mutating func disconnect() {
        if runningCollection != nil { transmit(.cancel) }
        leave(.disconnectRequested)
    }

    mutating func lose(_ error: TransportError) {
        switch error {
        case .canceled: leave(.disconnectRequested)
        default: leave(framing == .hid ? .usbDisconnected : .linkLost)
        }
    }

    /// Ends the connection to a reader that does not even answer a cancel, so that its state is unknown.
    mutating func die(_ collection: Collection) {
        answer(collection.id, .failure(.communication("the reader does not answer any more")))
        emit(.disconnected(.linkLost))
        end()
    }

    private var runningCollection: Collection? {
        switch phase {
        case .active(let collection), .stopping(let collection, _), .settling(let collection, _): collection
        case .opening, .idle, .over: nil
        }
    }

    private mutating func leave(_ reason: DisconnectReason) {
        if case .opening = phase {
            actions.append(.output(.failed(.disconnected(reason))))
        } else {
            if let running = runningCollection { answer(running.id, .failure(.disconnected(reason))) }
            emit(.disconnected(reason))
        }
        end()
    }
}
