/// The answer to a request for an action, once the reader has begun.
struct StartedAction {
    /// The reader with the action in progress.
    let reader: JSONValue
    let isAcknowledged: Bool

    func answer() throws(APIFailure) -> APIObject {
        guard isAcknowledged else { throw ReaderFault.lostAcknowledgment.failure }
        return .json(reader)
    }
}

/// The beginning and the end of an action at a reader.
extension ResourceContext {
    /// Starts an action at a reader.
    ///
    /// An action that still waits for a card or an input is replaced, and a card that was read for it is forgotten:
    /// till and reader must not wait for each other.
    ///
    /// - Parameter usesCard: Whether the card that was read is for this action.
    mutating func start(
        _ action: ReaderAction, on reader: inout Document, usesCard: Bool = false, _ call: Call
    ) throws(APIFailure) -> StartedAction {
        let isAcknowledged = try reach(&reader)
        if usesCard { reader.collectedCard = nil }
        dropCard(of: &reader)
        reader.redisplay = Self.redisplay(of: call)
        show(action, on: &reader, call)
        let started = StartedAction(reader: reader.json, isAcknowledged: isAcknowledged)
        cancelByCustomer(&reader, call)
        return started
    }

    /// Sends something to the reader; a fault in between may answer instead of it.
    ///
    /// - Returns: Whether the reader's acknowledgment comes back.
    private mutating func reach(_ reader: inout Document) throws(APIFailure) -> Bool {
        guard let fault = reader.takeFault(where: \.isAnswer) else { return true }
        put(reader)
        guard fault == .lostAcknowledgment else { throw fault.failure }
        return false
    }

    mutating func show(_ action: ReaderAction?, on reader: inout Document, _ call: Call) {
        reader["action"] = action?.json ?? .null
        reader["last_seen_at"] = .integer(call.now * 1000)
        put(reader)
    }

    /// Records the result of the action.
    mutating func finish(_ action: ReaderAction, on reader: inout Document, _ call: Call) {
        show(action, on: &reader, call)
        let end = action.status == .failed ? "action_failed" : "action_succeeded"
        emit("terminal.reader.\(end)", reader, by: call, now: call.now)
    }

    mutating func cancelAction(_ call: Call) throws(APIFailure) -> APIObject {
        var reader = try findTerminalObject("reader", call)
        let isAcknowledged = try reach(&reader)
        dropCard(of: &reader)
        show(nil, on: &reader, call)
        return try StartedAction(reader: reader.json, isAcknowledged: isAcknowledged).answer()
    }

    /// Shows a cart, without disturbing a customer who is about to pay.
    mutating func setReaderDisplay(_ call: Call) throws(APIFailure) -> APIObject {
        var reader = try findTerminalObject("reader", call)
        guard let cart = call.parameters["cart"], case .object(var members) = cart else { throw .missing("cart") }
        Self.addNulls(["tax"], to: &members)
        let action = ReaderAction(.setReaderDisplay, ["type": "cart", "cart": .object(members)])
        return try perform(action, on: &reader, call).answer()
    }

    /// The largest image that a reader prints, in bytes.
    private static let maximumImageSize: Int64 = 100 * 1024

    /// Prints an image, without disturbing a customer who is about to pay.
    mutating func printContent(_ call: Call) throws(APIFailure) -> APIObject {
        var reader = try findTerminalObject("reader", call)
        let file = call.parameters["image"]
        guard let type = file?["type"]?.text else {
            throw .invalid("The image must be a PNG or a JPEG.", param: "image")
        }
        guard let size = file?["size"]?.number, size <= Self.maximumImageSize else {
            throw .invalid("The image must not be larger than 100 kB.", param: "image")
        }
        let image: JSONValue = [
            "created_at": .integer(call.now), "filename": file?["filename"] ?? .null, "size": .integer(size),
            "type": .string(type),
        ]
        let action = ReaderAction(.printContent, ["type": "image", "image": image])
        return try perform(action, on: &reader, call).answer()
    }

    /// Lets a reader do what needs nobody: it has ended by the next time that the reader is queried.
    private mutating func perform(
        _ given: ReaderAction, on reader: inout Document, _ call: Call
    ) throws(APIFailure) -> StartedAction {
        guard ReaderAction(of: reader)?.status != .inProgress, reader.collectedCard == nil else {
            throw ReaderFault.busy.failure
        }
        var action = given
        let started = try start(action, on: &reader, call)
        action.succeed()
        finish(action, on: &reader, call)
        return started
    }

    /// Returns the parameters that an action shows as given.
    static func shown(_ names: [String], of call: Call) -> [String: JSONValue] {
        var content: [String: JSONValue] = [:]
        for name in names {
            guard let value = call.parameters[name] else { continue }
            // Readers do not show it: it is for the payment method resulting from the payment.
            if case .object(let members) = value {
                content[name] = .object(members.filter { $0.key != "allow_redisplay" })
            } else {
                content[name] = value
            }
        }
        return content
    }
}
