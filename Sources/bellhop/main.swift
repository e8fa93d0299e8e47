import Glibc

exit(CommandLineTool().run().rawValue)
