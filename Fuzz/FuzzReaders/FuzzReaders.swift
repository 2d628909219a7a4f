import Glibc

/// The function that libFuzzer calls with each input; it runs the parser that TENDER_FUZZ_TARGET names.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    chosenTarget(Array(UnsafeBufferPointer(start: data, count: count)))
    return 0
}

private let chosenTarget: @Sendable ([UInt8]) -> Void = {
    let name = getenv("TENDER_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget.all[name] else {
        let words = "TENDER_FUZZ_TARGET names one of: \(FuzzTarget.all.keys.sorted().joined(separator: " "))\n"
        _ = words.withCString { write(STDERR_FILENO, $0, strlen($0)) }
        exit(2)
    }
    return target
}()
