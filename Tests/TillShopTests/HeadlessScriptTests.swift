import Testing
import TillScreens
import TillShop

@Suite struct HeadlessScriptTests {
    @Test func everyLineIsAStepWithItsNumber() throws {
        let script = try HeadlessScript(
            parsing: """
                # a sale
                size 100 30

                type 4011
                key enter
                  key F4
                line 2000CA
                line
                scan 4006381333931
                wait To pay
                gone waiting for a card
                show\r
                receipts
                key t
                key ctrl-c
                key space
                """)
        let actions: [HeadlessScript.Action] = [
            .size(GridSize(width: 100, height: 30)), .type("4011"), .key(.enter), .key(.function(4)), .enter("2000CA"),
            .enter(""), .scan("4006381333931"), .wait("To pay"), .gone("waiting for a card"), .show, .receipts,
            .key(.character("t")), .key(.control("c")), .key(.character(" ")),
        ]
        #expect(script.steps.map(\.action) == actions)
        #expect(script.steps.map(\.line) == [2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16])
    }

    @Test(arguments: [
        "wait", "type", "scan ", "key", "key f13", "key ab", "size 80", "size 0 24", "show me", "press a",
    ])
    func whatIsNoStepIsRefusedWithItsLine(_ line: String) {
        #expect { try HeadlessScript(parsing: "# first\n" + line) } throws: { error in
            (error as? HeadlessScript.Failure)?.line == 2
        }
    }
}
