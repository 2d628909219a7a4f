import TenderBytes

/// What a card says about its application: files, lists, numbers.
extension EMVMeaning {
    /// Creates the meaning of an application file locator.
    init(locator bytes: [UInt8]) {
        do throws(EMVDataError) {
            notes = try AFL(parsing: bytes).entries.map { entry in
                let (first, last) = (entry.records.lowerBound, entry.records.upperBound)
                let records = first == last ? "record \(first)" : "records \(first) to \(last)"
                return "file \(entry.file), \(records), \(entry.authenticatedCount) in offline data authentication"
            }
        } catch {
            fault = error.sentence
        }
    }

    /// Creates the meaning of a data object list.
    init(list bytes: [UInt8], limit: Int = DOL.largest) {
        do throws(TLVError) {
            let list = try DOL(parsing: bytes, limit: limit)
            text = "\(list.count) bytes"
            notes = list.entries.map { "\(hex($0.tag.bytes)) \(EMVExplainer.name($0.tag)), \($0.count)" }
        } catch {
            fault = error.sentence
        }
    }

    /// Creates the meaning of values that fill a list; without the list it is only their size.
    init(values bytes: [UInt8], of list: DOL?, _ name: String) {
        guard let list else {
            text = "\(bytes.count) bytes for \(name), which was not seen"
            return
        }
        guard let values = list.split(bytes) else {
            fault = "there are \(bytes.count) bytes for \(name), which asks for \(list.count)"
            return
        }
        text = "\(bytes.count) bytes for \(name)"
        parts = values.map { EMVExplainer.explain($0.entry.tag, [UInt8]($0.value)) }
    }

    /// Creates the meaning of track 2 equivalent data: number, D, expiry, service code, the rest (ISO/IEC 7813).
    ///
    /// Of the number the last four digits are shown, of the rest how long it is.
    init(track bytes: [UInt8]) {
        let digits = hex(bytes)
        let number = digits.prefix { $0 != "D" }
        let rest = digits.dropFirst(number.count + 1).prefix { $0 != "F" }
        guard number.count < digits.count, number.count <= 19, number.allSatisfy(\.isNumber) else {
            fault = EMVDataError(at: 0, "there are not up to 19 digits with the separator D behind them").sentence
            return
        }
        text = CardNumberMask.mask(number)
        guard rest.count >= 7, rest.allSatisfy(\.isNumber) else {
            fault = EMVDataError(at: number.count / 2, "no expiry and service code follow the separator").sentence
            return
        }
        notes = [
            "expires 20\(rest.prefix(2))-\(rest.dropFirst(2).prefix(2))", "service code \(rest.dropFirst(4).prefix(3))",
            "\(rest.count - 7) digits of discretionary data, hidden",
        ]
    }

    /// Creates the meaning of a list of tags.
    init(tags bytes: [UInt8]) {
        var cursor = 0
        do throws(TLVError) {
            while cursor < bytes.count {
                let tag = try TLVScanner.tag(in: bytes.span.bytes, &cursor, end: bytes.count)
                notes.append("\(hex(tag.bytes)) \(EMVExplainer.name(tag))")
            }
        } catch {
            fault = error.sentence
        }
    }

    /// Creates the meaning of issuer application data, by its form: what is in it is the issuer's and the scheme's own.
    ///
    /// [check] The forms are from memory: CCD (0F and a common core identifier), 06 and four bytes of results, and
    /// sequences of 18 to 28 bytes with six bytes of results.
    init(issuerData bytes: [UInt8]) {
        let form = "not confirmed by the books"
        if bytes.count == 32, bytes[0] == 0x0F, bytes[16] == 0x0F {
            text = "common core definitions (\(form))"
            notes = [
                "common core identifier \(hex(bytes[1]))", "derivation key index \(hex(bytes[2]))",
                "card verification results \(hex(bytes[3..<8]))", "counters \(hex(bytes[8..<16]))",
            ]
        } else if bytes.count >= 7, bytes[0] == 6 {
            text = "six bytes of card verification results and what precedes them (\(form))"
            notes = [
                "derivation key index \(hex(bytes[1]))", "cryptogram version \(hex(bytes[2]))",
                "card verification results \(hex(bytes[3..<7]))",
            ]
            if bytes.count > 7 { notes.append("issuer's discretionary data, \(bytes.count - 7) bytes") }
        } else if (18...28).contains(bytes.count) {
            text = "key index, version, six bytes of card verification results (\(form))"
            notes = [
                "derivation key index \(hex(bytes[0]))", "cryptogram version \(hex(bytes[1]))",
                "card verification results \(hex(bytes[2..<8]))",
            ]
        } else {
            text = "of the issuer"
        }
    }

    /// Creates the meaning of an authorisation response code (EMV Book 4 annex A6).
    init(responseCode bytes: [UInt8]) {
        let words = [
            "00": "approved", "10": "approved for a part", "11": "approved", "01": "refer to the issuer",
            "02": "refer to the issuer", "05": "declined", "Y1": "offline approved", "Z1": "offline declined",
            "Y3": "unable to go online, offline approved", "Z3": "unable to go online, offline declined",
        ]
        let code = String(decoding: bytes, as: UTF8.self).withoutControls
        text = words[code].map { "\"\(code)\", \($0)" } ?? "\"\(code)\""
    }
}
