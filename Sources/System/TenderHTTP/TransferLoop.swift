import Synchronization
import TenderBytes
import CLibCurl
import Glibc

/// The thread that owns a libcurl multi handle, and the mailbox through which others talk to it.
final class TransferLoop: Sendable {
    private struct Mailbox {
        var isOpen = true
        var submitted: [Transfer] = []
    }

    /// The multi handle.
    ///
    /// Other threads may call only `curl_multi_wakeup`, and only while the mailbox is open.
    private struct Multi: @unchecked Sendable {
        // Protected by the mailbox's lock where threads other than the loop's use it.
        let pointer: UnsafeMutableRawPointer
    }

    private let mailbox = Guarded(Mailbox())
    private let multi: Multi
    private let exchangesPerOrigin: Int

    private static let globalState: CURLcode = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

    init(_ configuration: HTTPClient.Configuration) throws(HTTPError) {
        guard Self.globalState == CURLE_OK, let pointer = curl_multi_init() else {
            throw Self.failure("libcurl cannot be initialized")
        }
        multi = Multi(pointer: pointer)
        // By default libcurl closes kept-alive connections when few handles are in use.
        let kept = configuration.connectionsPerHost * 4
        guard ccurl_multi_set_long(pointer, CURLMOPT_MAXCONNECTS, kept) == CURLM_OK else {
            curl_multi_cleanup(pointer)
            throw Self.failure("curl_multi_setopt failed")
        }
        exchangesPerOrigin = configuration.connectionsPerHost
        try startThread()
    }

    /// Hands over `transfer`; the continuation is resumed exactly once, by the loop thread or, if closed, by this one.
    func submit(
        _ transfer: Transfer, _ continuation: CheckedContinuation<Result<HTTPResponse, HTTPError>, Never>
    ) {
        transfer.wait(with: continuation)
        let isAccepted = mailbox.withLock { mailbox in
            guard mailbox.isOpen else { return false }
            mailbox.submitted.append(transfer)
            curl_multi_wakeup(multi.pointer)
            return true
        }
        if !isAccepted { transfer.finish(.failure(Self.closed(transfer))) }
    }

    /// Makes the loop look for changes.
    func wake() {
        mailbox.withLock { mailbox in
            if mailbox.isOpen { curl_multi_wakeup(multi.pointer) }
        }
    }

    /// Ends the loop; its thread finishes every transfer and frees the multi handle.
    func close() {
        mailbox.withLock { mailbox in
            if mailbox.isOpen { curl_multi_wakeup(multi.pointer) }
            mailbox.isOpen = false
        }
    }

    private func startThread() throws(HTTPError) {
        let context = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<TransferLoop>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            },
            context.toOpaque()
        )
        guard result == 0 else {
            context.release()
            curl_multi_cleanup(multi.pointer)
            throw Self.failure("pthread_create: \(String(cString: strerror(result)))")
        }
        pthread_detach(thread)
    }

    private static func failure(_ message: String) -> HTTPError {
        HTTPError(.transferFailed, fate: .notSent, message: message)
    }

    private static func closed(_ transfer: Transfer) -> HTTPError {
        HTTPError(.closed, fate: transfer.fate, message: "the client was closed")
    }
}

/// The work of the loop thread.
extension TransferLoop {
    /// The transfers taken from the mailbox; confined to the thread.
    private struct Work {
        /// The transfers that libcurl is processing, by their handles.
        var active: [UnsafeMutableRawPointer: Transfer] = [:]
        /// The transfers that wait for a connection, oldest first.
        ///
        /// libcurl's own queue (`CURLMOPT_MAX_HOST_CONNECTIONS`) ignores the deadlines of what waits in it.
        var waiting: [Transfer] = []

        func count(of origin: String) -> Int { active.values.count { $0.origin == origin } }
    }

    private func run() {
        Self.blockSignals()
        var work = Work()
        while true {
            let (isOpen, submitted) = takeMail()
            work.waiting += submitted
            guard isOpen else { break }
            stopCanceled(&work)
            startWaiting(&work)
            var running: Int32 = 0
            let performed = curl_multi_perform(multi.pointer, &running)
            if finishCompleted(&work), !work.waiting.isEmpty { continue }
            let polled = curl_multi_poll(multi.pointer, nil, 0, Self.pause(work.waiting), nil)
            if performed != CURLM_OK || polled != CURLM_OK { close() }
        }
        for transfer in work.active.values + work.waiting { stop(transfer, Self.closed(transfer)) }
        curl_multi_cleanup(multi.pointer)
    }

    /// Signals belong to the program's own threads; a SIGPIPE on this one would end the process.
    private static func blockSignals() {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
    }

    /// Returns how long the loop may sleep, in milliseconds; libcurl shortens it to its own next deadline.
    private static func pause(_ waiting: [Transfer]) -> Int32 {
        let longest = ContinuousClock.now + .seconds(60)
        let next = waiting.map(\.deadline).min() ?? longest
        return Int32(ContinuousClock.now.duration(to: min(next, longest)).curlMilliseconds)
    }

    private func takeMail() -> (isOpen: Bool, submitted: [Transfer]) {
        mailbox.withLock { mailbox in
            defer { mailbox.submitted = [] }
            return (mailbox.isOpen, mailbox.submitted)
        }
    }

    private func stopCanceled(_ work: inout Work) {
        for (handle, transfer) in work.active where transfer.isCanceled.load(ordering: .acquiring) {
            work.active[handle] = nil
            stop(transfer, HTTPError(.canceled, fate: transfer.fate, message: "the exchange was canceled"))
        }
    }

    /// Starts what may start, and ends what is canceled or late.
    private func startWaiting(_ work: inout Work) {
        var stillWaiting: [Transfer] = []
        for transfer in work.waiting {
            if transfer.isCanceled.load(ordering: .acquiring) {
                stop(transfer, HTTPError(.canceled, fate: .notSent, message: "the exchange was canceled"))
            } else if transfer.deadline <= .now {
                stop(transfer, HTTPError(.connectTimedOut, fate: .notSent, message: "no connection was free in time"))
            } else if work.count(of: transfer.origin) < exchangesPerOrigin {
                start(transfer, &work)
            } else {
                stillWaiting.append(transfer)
            }
        }
        work.waiting = stillWaiting
    }

    private func start(_ transfer: Transfer, _ work: inout Work) {
        do throws(HTTPError) {
            let handle = try transfer.prepare()
            let result = curl_multi_add_handle(multi.pointer, handle)
            guard result == CURLM_OK else { throw Self.failure(String(cString: curl_multi_strerror(result))) }
            work.active[handle] = transfer
        } catch {
            transfer.finish(.failure(error))
        }
    }

    /// Answers the callers of the transfers that libcurl has finished; returns `false` if there were none.
    private func finishCompleted(_ work: inout Work) -> Bool {
        var hasFinished = false
        var remaining: Int32 = 0
        while let message = curl_multi_info_read(multi.pointer, &remaining) {
            guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else { continue }
            let result = ccurl_message_result(message)
            curl_multi_remove_handle(multi.pointer, handle)
            work.active.removeValue(forKey: handle)?.finish(result)
            hasFinished = true
        }
        return hasFinished
    }

    /// Removes the transfer from libcurl, which closes its connection or stream if it is in progress, then ends it.
    private func stop(_ transfer: Transfer, _ error: HTTPError) {
        if let handle = transfer.handle { curl_multi_remove_handle(multi.pointer, handle) }
        transfer.finish(.failure(error))
    }
}
