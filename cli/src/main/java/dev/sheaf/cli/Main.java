package dev.sheaf.cli;

import dev.sheaf.file.PrivateFolder;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;

/// The entry point of the `sheaf` command.
public final class Main {
    /// The commands, in the order in which the help lists them.
    private static final List<String> COMMANDS = List.of(
            "sql", "head", "groupby", "convert", "describe", "datagen", "demo", "devices", "calibrate", "warm-up");

    /// Read by the codecs of Parquet files.
    private static final String NATIVE_FOLDER = "sheaf.native.folder";

    private Main() {}

    /// Runs one command, or the shell if none is given on a terminal, and ends the process with its exit code: 0 done,
    /// 2 the request was wrong, 1 anything else.
    ///
    /// @param arguments the command line after `sheaf`
    public static void main(String[] arguments) {
        keepNativeCodecs();
        Terminal terminal = Terminal.ofProcess();
        int code = arguments.length == 0 && Terminal.isInteractive(System.getenv())
                ? shell(terminal)
                : ArgumentEncoding.isTrusted(arguments) ? run(arguments, terminal) : ArgumentEncoding.refuse(terminal);
        if (code != ExitCode.DONE) {
            System.exit(code); // which costs some ms: the JDK looks for a logger to tell of it
        }
    }

    private static int shell(Terminal terminal) {
        try {
            return ShellStart.run(terminal);
        } catch (RuntimeException failure) {
            return ExitCode.report(failure, terminal, false);
        }
    }

    /// Has the codecs of Parquet files unpacked once for all processes of the user.
    private static void keepNativeCodecs() {
        if (System.getProperty(NATIVE_FOLDER) == null) {
            System.setProperty(
                    NATIVE_FOLDER,
                    PrivateFolder.cache(System.getenv()).resolve("native").toString());
        }
    }

    /// Runs one command within this process, as [#main] does, and returns the exit code. The streams are neither
    /// taken for a terminal nor closed.
    public static int run(String[] arguments, InputStream in, OutputStream out, PrintStream err) {
        return run(arguments, Terminal.of(in, out, err));
    }

    static int run(String[] arguments, Terminal terminal) {
        boolean debug = Arrays.asList(arguments).contains("--debug");
        try {
            return commandLine(arguments, terminal, debug).execute(arguments);
        } catch (RuntimeException | Error failure) {
            return ExitCode.report(failure, terminal, debug);
        }
    }

    private static CommandLine commandLine(String[] arguments, Terminal terminal, boolean debug) {
        CommandLine root = SheafCommand.commandLine();
        addCommands(root, arguments.length == 0 ? "" : arguments[0], terminal);
        OptionValues.register(root);
        return root.setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8))
                .setUsageHelpAutoWidth(false)
                .setUsageHelpLongOptionsMaxWidth(30)
                .setParameterExceptionHandler((wrong, _) -> tell(wrong, terminal))
                .setExecutionExceptionHandler((failure, _, _) -> ExitCode.report(failure, terminal, debug));
    }

    /// Adds the command that is asked for, or all of them for help and for mistakes. picocli reads a command's
    /// annotations when it is added, 5 ms of processor time each in a process that has just started.
    private static void addCommands(CommandLine root, String name, Terminal terminal) {
        switch (name) {
            case "sql" -> root.addSubcommand(SqlCommand.commandLine(terminal));
            case "head" -> root.addSubcommand(HeadCommand.commandLine(terminal));
            case "groupby" -> root.addSubcommand(GroupByCommand.commandLine(terminal));
            case "convert" -> root.addSubcommand(ConvertCommand.commandLine(terminal));
            case "describe" -> root.addSubcommand(new DescribeCommand(terminal));
            case "datagen" -> root.addSubcommand(DatagenCommand.commandLine(terminal));
            case "demo" -> root.addSubcommand(DemoCommand.commandLine(terminal));
            case "devices" -> root.addSubcommand(new DevicesCommand(terminal));
            case "calibrate" -> root.addSubcommand(new CalibrateCommand(terminal));
            case "warm-up" -> root.addSubcommand(new WarmUpCommand(Main::run));
            default -> {
                COMMANDS.forEach(command -> addCommands(root, command, terminal));
                root.addSubcommand(new HelpCommand(terminal));
            }
        }
    }

    private static int tell(CommandLine.ParameterException wrong, Terminal terminal) {
        terminal.tell(WrongUsage.message(wrong));
        return ExitCode.WRONG_REQUEST;
    }
}
