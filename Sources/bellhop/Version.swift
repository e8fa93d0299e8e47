/// The version of this program, as `--version` prints it.
let version = "0.1.0"
