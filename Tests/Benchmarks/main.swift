import Glibc

switch Options.parse(Array(CommandLine.arguments.dropFirst())) {
case .help:
  print(Options.help)
case .wrong(let reason):
  fail(reason, status: 2)
case .flood(let flood, let path, let inFlight):
  do { try Flooder(flood, path: path, inFlight: inFlight).run() } catch { fail("\(error)", status: 3) }
case .run(let options):
  do {
    let report = try await Benchmark(options).run()
    exit(report.isMissed ? 1 : 0)
  } catch {
    fail("\(error)", status: 3)
  }
}
