import Glibc
import ServerBus

exit(BusProgram.run())
