import Testing
import TillScreens
