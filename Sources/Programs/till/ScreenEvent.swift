import TillScreens

/// What the screen tells.
enum ScreenEvent: Sendable {
    /// A key, a scan, another size.
    case input(TillInput)
    /// The process is asked to end, by this signal; the terminal's end counts as SIGHUP.
    case ending(signal: Int32)
}
