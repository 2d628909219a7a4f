import TenderBytes
import TenderFlow
import TenderModel
import TenderTerminal

extension ServiceCall {
    static let readerCalls: [ServiceCall] =
        [status, discover, connect, disconnect, reboot, update]
        + [showText, clearDisplay, collectData, choose, stop, reverse, present]

    private static let readerMember = Member.optional("reader", .object("reader"))

    private static let status = ServiceCall(
        "retrieve_status", .get, "", .read, "what the till is doing: reader, payment, what is stored offline",
        members: [
            Member("till", .text), Member("connection_status", .text), Member("payment_status", .text), readerMember,
            Member("last_event", .integer), .optional("question", .object("application_question")),
        ]
    ) { desk, _, _ in
        let terminal = desk.terminal
        return ServiceResult(
            "done",
            [
                ("till", desk.name), ("connection_status", await terminal.connectionStatus.rawValue),
                ("payment_status", await terminal.paymentStatus.rawValue),
                ("reader", try await terminal.connectedReader.map { try ServiceResult.snakeCase($0) }),
                ("last_event", try await desk.journal.lastSequence()), ("question", desk.configuration.questions.open),
            ])
    }

    private static let methods = ServiceField(
        "method", .choice(DiscoveryMethod.allCases.map(\.rawValue)),
        "where to look; the till's own reader when left out")
    private static let address = ServiceField(
        "address", .text(255), "the reader, as tender readers names it, such as usb:1a2b or tcp:192.0.2.7:20007")

    private static let discover = ServiceCall(
        "discover_readers", .post, "readers/discover", .readers, "looks for readers and returns those that are there",
        fields: [
            methods, address, ServiceField("timeout_seconds", .integer(1...60), "how long to look; 5 when left out"),
        ],
        members: [Member("readers", .list(.object("reader")))]
    ) { desk, input, _ in
        let found = try await desk.discover(try desk.search(input, .seconds(5)))
        return ServiceResult("done", [("readers", try ServiceResult.snakeCase(found))])
    }

    private static let connect = ServiceCall(
        "connect_reader", .post, "reader/connect", .readers, "looks for a reader and connects to it",
        fields: [methods, address, ServiceField.timeout], members: [Member("reader", .object("reader"))]
    ) { desk, input, _ in
        let reader = try await desk.terminal.easyConnect(try desk.search(input, .seconds(30)))
        return ServiceResult("done", [("reader", try ServiceResult.snakeCase(reader))])
    }

    private static let disconnect = ServiceCall(
        "disconnect_reader", .post, "reader/disconnect", .readers, "ends the connection to the reader"
    ) { desk, _, _ in
        try await desk.terminal.disconnect()
        return ServiceResult()
    }

    private static let reboot = ServiceCall(
        "reboot_reader", .post, "reader/reboot", .readers, "restarts the reader, which is then connected again"
    ) { desk, _, _ in
        try await desk.terminal.rebootReader()
        return ServiceResult()
    }

    private static let update = ServiceCall(
        "update_reader", .post, "reader/update", .readers,
        "installs the update that the reader offers; progress is in the events",
        members: [.optional("version", .text)]
    ) { desk, _, _ in
        ServiceResult("done", [("version", try await desk.terminal.installAvailableUpdate()?.softwareVersion)])
    }

    private static let showText = ServiceCall(
        "set_reader_display", .post, "reader/display", .readers, "shows a text on the reader, for the customer",
        fields: [ServiceField("text", .text(1000), "the text").required]
    ) { desk, input, _ in
        try await desk.terminal.setReaderDisplay(input.text("text") ?? "")
        return ServiceResult()
    }

    private static let clearDisplay = ServiceCall(
        "clear_reader_display", .post, "reader/display/clear", .readers, "clears the reader's display"
    ) { desk, _, _ in
        try await desk.terminal.clearReaderDisplay()
        return ServiceResult()
    }

    private static let collectData = ServiceCall(
        "collect_data", .post, "reader/collect_data", .sell,
        "reads a gift or loyalty card's stripe, or a contactless card's UID; nothing is sent or recorded",
        fields: [ServiceField("type", .choice(CollectDataType.allCases.map(\.rawValue)), "what to read").required],
        members: [Member("value", .text)]
    ) { desk, input, _ in
        let type: CollectDataType = input.choice("type") ?? .magstripe
        let data = try await desk.atReader("") { handle in
            try await desk.terminal.collectData(CollectDataConfiguration(type), cancelable: handle)
        }
        return switch data {
        case .magstripe(let value), .nfcUid(let value): ServiceResult("done", [("value", value)])
        }
    }

    /// It moves no money, and names its question: given again it can choose nothing else.
    private static let choose = ServiceCall(
        "choose_application", .post, "reader/application", .sell,
        "answers for the customer with which application of the card to pay",
        fields: [
            ServiceField("question", .text(64), "the question's ID").required,
            ServiceField("number", .integer(0...99), "the application's number in the question; 0 for none of them")
                .required,
        ]
    ) { desk, input, _ in
        try desk.configuration.questions.answer(input.text("question") ?? "", number: Int(input.integer("number") ?? 0))
        return ServiceResult()
    }

    private static let stopOutcomes = [
        "canceled", "reversed", "unknown", "too_late", "not_cancelable", "nothing_to_stop",
    ]
    private static let stopMembers: [Member] = [
        .optional("canceled_by", .text), .optional("operation", .text),
        .optional("payment_intent", .object("payment_intent")), .optional("decline", .object("decline")),
        .optional("reason", .text), .optional("message", .text),
    ]
    private static let stopped = ServiceField(
        "payment_intent", ServiceField.id, "what alone is stopped, such as a payment; whatever runs when left out")

    private static let stop = ServiceCall(
        "stop", .post, "reader/stop", .sell, "stops what runs at the reader, and returns once it is known who won",
        fields: [stopped], outcomes: stopOutcomes, members: stopMembers
    ) { desk, input, _ in
        await desk.stopAtReader(input.text("payment_intent"), .stop).map { ServiceResult($0) }
            ?? ServiceResult("nothing_to_stop")
    }

    /// It names its payment, so that giving it again never meets another one.
    private static let reverse = ServiceCall(
        "stop_and_reverse", .post, "reader/stop_and_reverse", .refund,
        "stops a payment at the reader, and gives back an approval that can no longer be stopped",
        fields: [stopped.required], outcomes: stopOutcomes, members: stopMembers
    ) { desk, input, _ in
        await desk.stopAtReader(input.text("payment_intent"), .reverseIfApproved).map { ServiceResult($0) }
            ?? ServiceResult("nothing_to_stop")
    }

    private static let present = ServiceCall(
        "present_card", .post, "test/present_card", .sell,
        "presents a test card to a simulated reader, as a customer would",
        fields: [
            ServiceField("card", .text(60), "the test card; visa when left out"),
            ServiceField(
                "way", .choice(["tap", "insert", "swipe", "remove"]),
                "how; an inserted card stays until it is removed; tap when left out"),
        ]
    ) { desk, input, _ in
        guard let act = desk.configuration.customer else {
            throw ServiceError(409, "reader_not_simulated", "the till's reader is not simulated", advice: .never)
        }
        guard act(input.text("card") ?? "visa", input.text("way") ?? "tap") else {
            throw ServiceError.invalid(
                "there is no such test card, or no simulated reader is connected", parameter: "card")
        }
        return ServiceResult()
    }
}

extension TillDesk {
    /// Returns where to look for a reader.
    nonisolated func search(_ input: ServiceInput, _ usual: Duration) throws(ServiceError) -> DiscoveryConfiguration {
        var search = configuration.reader
        if let method: DiscoveryMethod = input.choice("method") { search = DiscoveryConfiguration(method) }
        if let text = input.text("address") {
            guard let address = ReaderAddress(text) else {
                throw .invalid("'\(text.withoutControls)' is no reader's address", parameter: "address")
            }
            search = DiscoveryConfiguration(address)
        }
        search.timeout = input.timeout ?? usual
        return search
    }

    /// Looks for readers until there are some, or until the time is up.
    nonisolated func discover(_ configuration: DiscoveryConfiguration) async throws -> [Reader] {
        do {
            for try await readers in terminal.discoverReaders(configuration) where !readers.isEmpty { return readers }
        } catch let error as TenderError where error.code == .discoveryTimedOut {}
        return []
    }
}
