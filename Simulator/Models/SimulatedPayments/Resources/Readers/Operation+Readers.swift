extension Operation {
    static let readers: [Operation] = [
        Operation(
            "terminal.readers.create", .post, "/v1/terminal/readers", .one("terminal.reader"),
            [
                "registration_code": .text.required, "label": .text, "location": .text, "metadata": .metadata,
            ]
        ) { (it, call) throws(APIFailure) in try it.createReader(call) },
        Operation("terminal.readers.list", .get, "/v1/terminal/readers", .list("terminal.reader"), .readerList) {
            (it, call) throws(APIFailure) in
            try it.listReaders(call)
        },
        Operation("terminal.readers.retrieve", .get, "/v1/terminal/readers/:id", .one("terminal.reader")) {
            (it, call) throws(APIFailure) in
            .json(try it.findTerminalObject("reader", call, isGoneToo: true).json)
        },
        Operation(
            "terminal.readers.update", .post, "/v1/terminal/readers/:id", .one("terminal.reader"),
            ["label": .text.clearable, "metadata": .metadata]
        ) { (it, call) throws(APIFailure) in try it.updateReader(call) },
        Operation("terminal.readers.delete", .delete, "/v1/terminal/readers/:id", .one("terminal.reader")) {
            (it, call) throws(APIFailure) in
            try it.deleteReader(call)
        },
        Operation(
            "tender.readers.fault", .post, "/v1/_tender/readers/:id/fault", .one("terminal.reader"),
            ["fault": .choice(ReaderFault.self).required, "count": .integer(minimum: 0)]
        ) { (it, call) throws(APIFailure) in try it.armReader(call) },
    ]
}

extension ParameterSpec.Members {
    fileprivate static let readerList = terminalList.with([
        "device_type": .choice(
            "bbpos_chipper2x", "bbpos_wisepad3", "bbpos_wisepos_e", "mobile_phone_reader", "simulated_stripe_s700",
            "simulated_stripe_s710", "simulated_stripe_t600", "simulated_verifone_m425", "simulated_verifone_p630",
            "simulated_verifone_ux700", "simulated_verifone_v660p", "simulated_wisepos_e", "stripe_m2", "stripe_s700",
            "stripe_s710", "stripe_t600", "verifone_P400", "verifone_m425", "verifone_p630", "verifone_ux700",
            "verifone_v660p"),
        "location": .text, "serial_number": .text, "status": .choice("offline", "online"),
    ])
}
