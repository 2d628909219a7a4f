// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CTender
import TenderService

// The functions of tender.h, which names and documents them; the compiler compares each with its declaration there.

@c @implementation
public func tender_abi_version() -> UInt32 { 1 }

@c @implementation
public func tender_version() -> UnsafePointer<CChar>? { lasting("0.1.0") }

@c @implementation
public func tender_status_text(_ status: tender_status) -> UnsafePointer<CChar>? {
    let text: StaticString =
        switch status {
        case TENDER_OK: "done"
        case TENDER_NULL: "a pointer is null that must not be"
        case TENDER_NO_TILL: "there was never such a till"
        case TENDER_CLOSED: "the till is closed"
        case TENDER_FORKED: "the till belongs to the parent process"
        case TENDER_REFUSED: "the till cannot be opened"
        case TENDER_EMPTY: "there is nothing to read"
        case TENDER_BUSY: "too many calls are under way or unread, or the till is followed already"
        case TENDER_NO_TEXT: "the text was not handed out, or was given back already"
        default: "there is no such status"
        }
    return lasting(text)
}

@c @implementation
public func tender_open(
    _ options: UnsafePointer<CChar>?, _ till: UnsafeMutablePointer<tender_till>?,
    _ answer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> tender_status {
    till?.pointee = 0
    answer?.pointee = nil
    return status { () throws(Misuse) in
        let library = try Library.ofThisProcess()
        guard let options, let till else { throw .null }
        switch library.open(BoundedText(options)) {
        case .success(let handle): till.pointee = handle
        case .failure(let error):
            answer?.pointee = library.texts.handOut(ServiceAnswer(error).body)
            throw .refused
        }
    }
}

@c @implementation
public func tender_call(
    _ till: tender_till, _ call: UnsafePointer<CChar>?, _ input: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?,
    _ answer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> tender_status {
    answer?.pointee = nil
    return status { () throws(Misuse) in
        let library = try Library.ofThisProcess()
        let till = try library.till(till)
        guard let call, let answer else { throw .null }
        let command = Command(call, input, key)
        answer.pointee = library.texts.handOut(Blocking.run { await till.answer(command).text })
    }
}

@c @implementation
public func tender_start(
    _ till: tender_till, _ call: UnsafePointer<CChar>?, _ input: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?,
    _ number: UnsafeMutablePointer<UInt64>?
) -> tender_status {
    number?.pointee = 0
    return status { () throws(Misuse) in
        let till = try Library.ofThisProcess().till(till)
        guard let call else { throw .null }
        let started = try till.start(Command(call, input, key))
        number?.pointee = started
    }
}

@c @implementation
public func tender_follow(_ till: tender_till, _ after: Int64) -> tender_status {
    status { () throws(Misuse) in
        try Library.ofThisProcess().till(till).follow(after: after < 0 ? nil : after)
    }
}

@c @implementation
public func tender_descriptor(_ till: tender_till, _ descriptor: UnsafeMutablePointer<Int32>?) -> tender_status {
    descriptor?.pointee = -1
    return status { () throws(Misuse) in
        let till = try Library.ofThisProcess().till(till)
        guard let descriptor else { throw .null }
        descriptor.pointee = till.mailbox.descriptor
    }
}

@c @implementation
public func tender_next(
    _ till: tender_till, _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> tender_status {
    message?.pointee = nil
    return status { () throws(Misuse) in
        let library = try Library.ofThisProcess()
        let till = try library.till(till)
        guard let message else { throw .null }
        guard let item = till.mailbox.take() else { throw .empty }
        message.pointee = library.texts.handOut(item)
    }
}

@c @implementation
public func tender_close(_ till: tender_till) -> tender_status {
    status { () throws(Misuse) in
        let till = try Library.ofThisProcess().remove(till)
        Blocking.run { await till.close() }
    }
}

@c @implementation
public func tender_free(_ text: UnsafeMutablePointer<CChar>?) -> tender_status {
    status { () throws(Misuse) in
        guard let text else { return }
        guard try Library.ofThisProcess().texts.takeBack(text) else { throw .noText }
    }
}

/// Returns a text of the program itself, which is never given back.
private func lasting(_ text: StaticString) -> UnsafePointer<CChar>? {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

private func status(_ body: () throws(Misuse) -> Void) -> tender_status {
    do throws(Misuse) {
        try body()
        return TENDER_OK
    } catch {
        return switch error {
        case .null: TENDER_NULL
        case .noTill: TENDER_NO_TILL
        case .closed: TENDER_CLOSED
        case .forked: TENDER_FORKED
        case .refused: TENDER_REFUSED
        case .empty: TENDER_EMPTY
        case .busy: TENDER_BUSY
        case .noText: TENDER_NO_TEXT
        }
    }
}
