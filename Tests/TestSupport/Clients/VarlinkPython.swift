import Glibc

/// A Python with the varlink package: the one in BELLHOP_VARLINK_PYTHON, else one that is made once beside the build.
package enum VarlinkPython {
  package struct Missing: Error, CustomStringConvertible {
    package let description =
      "Needs Python with varlink: apt install python3-venv and a network, or "
      + "pip install varlink==31.0.0 and BELLHOP_VARLINK_PYTHON=/path/to/python"
  }

  package static let path: Result<String, Missing> = {
    if let named = getenv("BELLHOP_VARLINK_PYTHON") { return .success(String(cString: named)) }
    let environment = "\(PackageFiles.products)/varlink-python"
    let python = "\(environment)/bin/python"
    func succeeds(_ program: String, _ arguments: String) -> Bool {
      shell("\(quoted(program)) \(arguments) >/dev/null 2>&1").status == 0
    }
    if succeeds(python, "-c 'import varlink'") { return .success(python) }
    guard succeeds("python3", "-m venv \(quoted(environment))"),
      succeeds(python, "-m pip install --quiet varlink==31.0.0")
    else { return .failure(Missing()) }
    return .success(python)
  }()
}
