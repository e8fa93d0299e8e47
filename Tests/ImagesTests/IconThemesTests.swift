import TestSupport
import Testing

@testable import Images

struct IconThemesTests {
  private let directory = TemporaryDirectory()

  private func themes(_ icons: [String]) -> IconThemes {
    for icon in icons {
      let folders = icon.split(separator: "/").dropLast().joined(separator: "/")
      _ = shell("mkdir -p \(quoted("\(directory.path)/\(folders)"))")
      directory.write(icon, [])
    }
    return IconThemes(in: ["\(directory.path)/nowhere", directory.path])
  }

  @Test(arguments: [
    "icons/hicolor/16x16/apps/letter.png", "icons/breeze/apps/16/letter.svg", "icons/Flat/48/letter.xpm",
    "pixmaps/letter.png",
  ]) func `an icon is found in any theme and size, and beside the themes`(icon: String) {
    let themes = themes(["icons/Other/16x16/apps/parcel.png", icon])
    #expect(themes.haveIcon(named: "letter") && themes.haveIcon(named: "parcel"))
    for name in ["letters", "lette", "apps/letter", "../16x16/apps/letter", ""] {
      #expect(!themes.haveIcon(named: name))
    }
  }

  @Test func `where no theme is installed, no icon counts as missing`() {
    #expect(themes([]).haveIcon(named: "letter"))
    #expect(!themes(["pixmaps/parcel.png"]).haveIcon(named: "../letter"))
  }

  @Test func `a theme that is a link is looked through, and a loop of links ends`() {
    let themes = themes(["real/16x16/apps/letter.png", "icons/Other/index.theme"])
    _ = shell("cd \(quoted(directory.path)) && ln -s ../real icons/linked && ln -s . icons/Other/loop")
    #expect(themes.haveIcon(named: "letter") && !themes.haveIcon(named: "parcel"))
  }

  @Test func `the thread of the copies looks for an icon, which it does not copy`() async throws {
    let copies = ImageCopies(
      path: "\(directory.path)/copies", themes: themes(["icons/hicolor/16x16/apps/letter.png"]))
    let answer = Answer<[Bool]>()
    copies.prepare([.icon("letter"), .icon("parcel")], for: 1, copies: true, isWanted: { true }) { results in
      answer.set(results.map { $0 != .failure(.noIcon) })
    }
    #expect(try await eventually("an answer") { answer.value } == [true, false])
    #expect(shell("ls \(quoted(directory.path))/copies").status != 0)
  }
}
