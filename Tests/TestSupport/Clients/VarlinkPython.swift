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
    // Under a lock: both halves of the tests may want it at once.
    let made = shell(
      """
      flock \(quoted("\(environment).lock")) sh -c '"$1" -c "import varlink" ||
        { python3 -m venv "$0" && "$1" -m pip install --quiet varlink==31.0.0; }' \
        \(quoted(environment)) \(quoted(python)) >/dev/null 2>&1
      """)
    return made.status == 0 ? .success(python) : .failure(Missing())
  }()
}
