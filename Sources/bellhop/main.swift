import CLinux
import Glibc
import ServerBus

// Installed, bellhop-bus is a link to bellhop: most of a program is the language's runtime, which both need.
if CommandLine.arguments.first?.split(separator: "/").last.map(String.init) == BusProgram.name {
  exit(BusProgram.run())
}

// Before anything is opened: what gets the number of a standard stream is read or written by mistake.
guard clinux_fill_standard_descriptors() == 0 else { exit(ExitStatus.refused.rawValue) }

exit(CommandLineTool().run().rawValue)
