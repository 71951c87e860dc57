import Glibc
import TMapsServer

exit(ServeCommand.run(arguments: Array(CommandLine.arguments.dropFirst(2)), environment: [:]))
