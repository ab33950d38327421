package dev.sheaf.cli;

import dev.sheaf.column.Names;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `sheaf help`: explains a command.
@Command(name = "help", description = "Explain a command.")
final class HelpCommand implements Runnable {
    private final Terminal terminal;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "The command, such as sql or datagen orders.")
    private List<String> path = List.of();

    HelpCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void run() {
        CommandLine command = spec.root().commandLine();
        for (String name : path) {
            CommandLine next = command.getSubcommands().get(name);
            if (next == null) {
                throw new CommandLine.ParameterException(spec.commandLine(), unknown(name, command));
            }
            command = next;
        }
        terminal.print(command.getUsageMessage(CommandLine.Help.Ansi.OFF));
    }

    private static String unknown(String name, CommandLine parent) {
        Set<String> known = WrongUsage.known(parent.getCommandSpec());
        return "there is no command \"" + name + "\"; there are " + String.join(", ", known) + "."
                + Names.didYouMean(name, known);
    }
}
