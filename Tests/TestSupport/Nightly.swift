import Glibc

/// True in the runs of `Tests/nightly.sh`, which sets `BELLHOP_NIGHTLY`: tests with a long form run that one.
package let isNightly = getenv("BELLHOP_NIGHTLY") != nil

/// The number in an environment variable by which a run asks for more than the usual.
package func askedNumber(_ variable: String) -> Double? {
  getenv(variable).flatMap { Double(String(cString: $0)) }
}

/// How many times the time and the memory of an ordinary build the programs may need: `BELLHOP_BURDEN`, which
/// `Tests/Sanitizers/sanitizers.sh` sets.
package let burden = askedNumber("BELLHOP_BURDEN").map { Int($0) } ?? 1
