/// An action on the terminal that shows the till, or on the program.
public enum ScreenAction: Hashable, Sendable {
    /// Redraw the whole terminal, which shows something other than it should.
    case redraw
    /// Ring the terminal's bell, for eyes that are not on the screen.
    case bell
    /// End the program.
    case quit
}
