import CLinux
import Glibc

// Before anything is opened: what gets the number of a standard stream is read or written by mistake.
guard clinux_fill_standard_descriptors() == 0 else { exit(ExitStatus.refused.rawValue) }

exit(CommandLineTool().run().rawValue)
