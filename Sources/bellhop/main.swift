import CLinux
import Glibc
import ServerBus

// Installed, bellhop-bus is a link to bellhop: most of either program is the runtime of the language.
if CommandLine.arguments.first?.split(separator: "/").last.map(String.init) == BusProgram.name {
  exit(BusProgram.run())
}

// Before any file is opened: one with the number of a standard stream would be read or written by mistake.
guard clinux_fill_standard_descriptors() == 0 else { exit(ExitStatus.refused.rawValue) }

exit(CommandLineTool().run().rawValue)
