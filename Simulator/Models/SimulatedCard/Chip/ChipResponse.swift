/// What a chip answers before its protocol cuts it to size.
struct ChipResponse {
    var data: [UInt8] = []
    var status = ChipStatus.success

    static func status(_ status: UInt16) -> ChipResponse { ChipResponse(status: status) }

    static func data(_ data: [UInt8]) -> ChipResponse { ChipResponse(data: data) }

    var bytes: [UInt8] { data + [UInt8(status >> 8), UInt8(truncatingIfNeeded: status)] }
}
