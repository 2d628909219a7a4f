import FoundationEssentials
import TenderBytes
import TenderCrypto
import TenderSale
import TenderTestSupport
import Testing
import TillShop

@Suite struct DemoShopTests {
    @Test func theDemoSellsWhatTheExamplesShow() throws {
        let folder = URL(filePath: FileManager.default.currentDirectoryPath + "/docs/examples")
        let shop = try Catalogue(json5: Array(Data(contentsOf: folder.appending(path: "shop.json5"))))
        let all = try shop.adding(csv: Array(Data(contentsOf: folder.appending(path: "products.csv"))))
        #expect(try DemoShop.catalogue() == all)
    }

    @Test func theDemosPINsAreOnesThatTheTillTakes() throws {
        #expect(DemoShop.pins.allSatisfy { PINRules.refusal(of: SecretBytes(utf8: $0.pin)) == nil })
        let people = try DemoShop.people()
        #expect(try zip(people, DemoShop.pins).allSatisfy { try $0.pin.matches(SecretBytes(utf8: $1.pin)) })
    }

    @Test func peopleAreReadAsTheyWereWritten() throws {
        let folder = TestFolder()
        let path = folder.path + "/people.json"
        #expect(try PeopleFile.read(path).isEmpty)
        let people = try DemoShop.people()
        try PeopleFile.write(people, to: path)
        #expect(try PeopleFile.read(path) == people)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try PeopleFile.write(people + people, to: path)
        #expect(throws: ShopFailure.self) { try PeopleFile.read(path) }
    }
}
