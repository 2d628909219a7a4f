/// The positions of the frame's parts.
struct TillLayout {
    /// The height from which there is room for optional lines.
    private static let roomy = 18

    let status: Area
    let state: Area
    let body: Area
    let total: Area
    let message: Area
    let input: Area
    let keys: Area

    /// Divides a screen of at least the smallest size.
    init(_ size: GridSize) {
        let all = Area(size)
        let messageRows = size.height >= Self.roomy ? 2 : 1
        let bottom = size.height - 3 - messageRows
        status = all.rows(from: 0, count: 1)
        state = all.rows(from: 1, count: 1)
        body = all.rows(from: 2, count: bottom - 2)
        total = all.rows(from: bottom, count: 1)
        message = all.rows(from: bottom + 1, count: messageRows)
        input = all.rows(from: size.height - 2, count: 1)
        keys = all.rows(from: size.height - 1, count: 1)
    }
}
