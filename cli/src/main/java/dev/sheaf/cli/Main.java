package dev.sheaf.cli;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import picocli.CommandLine;

/// The entry point of the `sheaf` command.
public final class Main {
    private Main() {}

    /// Runs one command and ends the process with its exit code: 0 done, 2 the request was wrong, 1 anything else.
    ///
    /// @param arguments the command line after `sheaf`
    public static void main(String[] arguments) {
        System.exit(run(arguments, Terminal.ofProcess()));
    }

    /// Runs one command within this process, as [#main] does, and returns the exit code. The streams are neither
    /// taken for a terminal nor closed.
    public static int run(String[] arguments, InputStream in, OutputStream out, PrintStream err) {
        return run(arguments, Terminal.of(in, out, err));
    }

    static int run(String[] arguments, Terminal terminal) {
        boolean debug = Arrays.asList(arguments).contains("--debug");
        try {
            return commandLine(terminal, debug).execute(arguments);
        } catch (RuntimeException | Error failure) {
            return ExitCode.report(failure, terminal, debug);
        }
    }

    private static CommandLine commandLine(Terminal terminal, boolean debug) {
        CommandLine root = new CommandLine(new SheafCommand())
                .addSubcommand(new SqlCommand(terminal))
                .addSubcommand(DatagenCommand.commandLine(terminal))
                .addSubcommand(new DemoCommand(terminal))
                .addSubcommand(new DevicesCommand(terminal))
                .addSubcommand(new HelpCommand(terminal))
                .addSubcommand(new WarmUpCommand());
        Values.register(root);
        return root.setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8))
                .setUsageHelpAutoWidth(false)
                .setUsageHelpLongOptionsMaxWidth(30)
                .setParameterExceptionHandler((wrong, _) -> tell(wrong, terminal))
                .setExecutionExceptionHandler((failure, _, _) -> ExitCode.report(failure, terminal, debug));
    }

    private static int tell(CommandLine.ParameterException wrong, Terminal terminal) {
        terminal.err().println("sheaf: " + WrongUsage.message(wrong));
        return ExitCode.WRONG_REQUEST;
    }
}
