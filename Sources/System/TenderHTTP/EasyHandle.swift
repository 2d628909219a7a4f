import CLibCurl
import Glibc
import TenderBytes

/// The libcurl handle of one transfer and what it borrows; confined to the loop thread.
final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    private var fields: UnsafeMutablePointer<curl_slist>?

    init() throws(HTTPError) {
        guard let pointer = curl_easy_init() else { throw Self.failure("curl_easy_init", CURLE_OUT_OF_MEMORY) }
        self.pointer = pointer
    }

    deinit {
        curl_easy_cleanup(pointer)
        ccurl_wipe_and_free(fields)
    }

    func set(_ option: CURLoption, _ value: Int) throws(HTTPError) {
        try Self.check(ccurl_set_long(pointer, option, value))
    }

    func set(_ option: CURLoption, offset: Int) throws(HTTPError) {
        try Self.check(ccurl_set_offset(pointer, option, curl_off_t(offset)))
    }

    /// libcurl copies the text.
    func set(_ option: CURLoption, _ value: String) throws(HTTPError) {
        try Self.check(ccurl_set_string(pointer, option, value))
    }

    /// Passes `context` to the callback that belongs to `option`; it must outlive the handle.
    func set(_ option: CURLoption, context: AnyObject) throws(HTTPError) {
        try Self.check(ccurl_set_pointer(pointer, option, Unmanaged.passUnretained(context).toOpaque()))
    }

    func setWriter(_ option: CURLoption, _ callback: @escaping curl_write_callback) throws(HTTPError) {
        try Self.check(ccurl_set_write(pointer, option, callback))
    }

    func setReader(_ callback: @escaping curl_read_callback) throws(HTTPError) {
        try Self.check(ccurl_set_read(pointer, CURLOPT_READFUNCTION, callback))
    }

    func setSeeker(_ callback: @escaping curl_seek_callback) throws(HTTPError) {
        try Self.check(ccurl_set_seek(pointer, CURLOPT_SEEKFUNCTION, callback))
    }

    func setPrerequisite(_ callback: @escaping curl_prereq_callback) throws(HTTPError) {
        try Self.check(ccurl_set_prereq(pointer, CURLOPT_PREREQFUNCTION, callback))
    }

    func setSocketOptions(_ callback: @escaping curl_sockopt_callback) throws(HTTPError) {
        try Self.check(ccurl_set_sockopt(pointer, CURLOPT_SOCKOPTFUNCTION, callback))
    }

    /// Adds a line to the header: `Name: value`, or `Name:` to omit a field, or `Name;` for an empty value.
    func addField(_ line: String) throws(HTTPError) {
        try addField(cString: Array(line.utf8CString))
    }

    /// Adds `Authorization` and wipes every copy made on the way, except for libcurl's own request buffer.
    func addAuthorization(_ value: SecretBytes) throws(HTTPError) {
        var line = Array("Authorization: ".utf8CString.dropLast())
        line.reserveCapacity(line.count + value.count + 1)
        value.withUnsafeBytes { line.append(contentsOf: $0.lazy.map { CChar(bitPattern: $0) }) }
        line.append(0)
        defer {
            line.withUnsafeMutableBytes { buffer in
                if let base = buffer.baseAddress { explicit_bzero(base, buffer.count) }
            }
        }
        try addField(cString: line)
    }

    private func addField(cString: [CChar]) throws(HTTPError) {
        guard let longer = curl_slist_append(fields, cString) else {
            throw Self.failure("curl_slist_append", CURLE_OUT_OF_MEMORY)
        }
        fields = longer
    }

    /// Hands the added lines to libcurl.
    func commitFields() throws(HTTPError) {
        try Self.check(ccurl_set_list(pointer, CURLOPT_HTTPHEADER, fields))
    }

    func number(_ info: CURLINFO) -> Int {
        var value = 0
        return ccurl_get_long(pointer, info, &value) == CURLE_OK ? value : 0
    }

    private static func check(_ code: CURLcode) throws(HTTPError) {
        guard code == CURLE_OK else { throw failure("curl_easy_setopt", code) }
    }

    private static func failure(_ function: String, _ code: CURLcode) -> HTTPError {
        let reason = String(cString: curl_easy_strerror(code))
        return HTTPError(.transferFailed, fate: .notSent, message: "\(function): \(reason)")
    }
}
