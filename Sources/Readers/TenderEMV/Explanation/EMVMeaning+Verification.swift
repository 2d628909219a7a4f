/// Cardholder verification: the card's list, and what was done (EMV Book 3 annex C3, Book 4 annex A4).
extension EMVMeaning {
    /// Creates the meaning of a list of methods.
    init(verificationList bytes: [UInt8]) {
        do throws(EMVDataError) {
            let list = try CVMList(parsing: bytes)
            notes.append("amounts X \(list.amountX), Y \(list.amountY), in the application currency's smallest unit")
            notes += list.rules.enumerated().map { index, rule in
                "\(index + 1). \(Self.method(rule.code)), \(Self.condition(rule.condition)); "
                    + (rule.continuesOnFailure ? "if it fails, the next" : "if it fails, verification fails")
            }
        } catch {
            fault = error.sentence
        }
    }

    /// Creates the meaning of the results: method, condition, result.
    init(verificationResults bytes: [UInt8]) {
        guard bytes.count == 3 else { return }
        if bytes[0] == 0x3F { notes.append("no method was performed") } else { notes.append(Self.method(bytes[0])) }
        notes.append("condition: " + Self.condition(bytes[1]))
        let results: [UInt8: String] = [0: "unknown", 1: "failed", 2: "successful"]
        text = results[bytes[2]] ?? "reserved result"
    }

    private static let methods: [UInt8: String] = [
        0x00: "fail verification", 0x01: "plaintext PIN verified by the card", 0x02: "enciphered PIN verified online",
        0x03: "plaintext PIN verified by the card, and signature", 0x04: "enciphered PIN verified by the card",
        0x05: "enciphered PIN verified by the card, and signature", 0x1E: "signature", 0x1F: "no verification required",
        0x3F: "not available",
    ]

    private static func method(_ code: UInt8) -> String {
        let method = code & 0x3F
        if let known = methods[method] { return known }
        return switch method {
        case 0x06...0x0F: "biometric method \(hex(method))"
        case 0x20...0x2F: "method \(hex(method)) of the payment system"
        case 0x30...0x3E: "method \(hex(method)) of the issuer"
        default: "reserved method \(hex(method))"
        }
    }

    // [check] An amount equal to X or Y is neither under nor over it.
    private static let conditions = [
        "always", "if unattended cash", "if neither unattended cash, manual cash nor cashback",
        "if the terminal supports the method", "if manual cash", "if cashback",
        "if in the application currency and under X", "if in the application currency and over X",
        "if in the application currency and under Y", "if in the application currency and over Y",
    ]

    private static func condition(_ code: UInt8) -> String {
        Int(code) < conditions.count ? conditions[Int(code)] : "reserved condition \(hex(code))"
    }
}
