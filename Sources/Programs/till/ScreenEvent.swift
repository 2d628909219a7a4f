import TillScreens

enum ScreenEvent: Sendable {
    /// A key, a scan, or a new size.
    case input(ConsoleEvent)
    /// The process is asked to end, by this signal; the end of the terminal counts as SIGHUP.
    case ending(signal: Int32)
}
