package dev.sheaf.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ScopeType;

/// The command itself: what all commands share, and what is said when none is given. Without annotations, for the
/// reason that [Choice] gives.
final class SheafCommand implements Runnable {
    private static final String LAUNCHER_COMMANDS = "SHEAF_COMMANDS";

    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this).name("sheaf");

    private SheafCommand() {
        spec.versionProvider(() -> new String[] {version()});
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .scopeType(ScopeType.INHERIT)
                .description("Show this help.")
                .build());
        spec.addOption(OptionSpec.builder("--version")
                .versionHelp(true)
                .description("Show the version.")
                .build());
        spec.addOption(OptionSpec.builder("--debug") // which Main looks for
                .scopeType(ScopeType.INHERIT)
                .description("Show a stack trace when a command fails.")
                .build());
        spec.usageMessage()
                .description(
                        "Groups, joins and aggregates tables: SQL over Parquet, CSV, JSON and Arrow files.",
                        "Without a command, on a terminal, it opens a shell for SQL.")
                .synopsisSubcommandLabel("COMMAND")
                .commandListHeading("%nCommands:%n")
                .optionListHeading("%nOptions:%n")
                .footer(footer(System.getenv()));
    }

    /// The launcher's own commands, which it tells in a variable (`COMMAND|what it is for`, one a line), and hints.
    static String[] footer(Map<String, String> environment) {
        List<String> lines = new ArrayList<>();
        List<String> ofLauncher = environment
                .getOrDefault(LAUNCHER_COMMANDS, "")
                .lines()
                .filter(line -> line.contains("|"))
                .toList();
        if (!ofLauncher.isEmpty()) {
            lines.add("");
            lines.add("Commands of the launcher in a checkout:");
            ofLauncher.forEach(line -> lines.add("  %-16s%s"
                    .formatted(line.substring(0, line.indexOf('|')), line.substring(line.indexOf('|') + 1))
                    .replace("%", "%%")));
        }
        lines.addAll(List.of(
                "",
                "Exit codes: 0 done, 1 failed, 2 the request was wrong.",
                "'sheaf COMMAND --help' explains a command. Try 'sheaf demo' first."));
        return lines.toArray(String[]::new);
    }

    /// The command without others under it.
    static CommandLine commandLine() {
        return new CommandLine(new SheafCommand().spec);
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(),
                "which command? There are sql, head, groupby, convert, describe, datagen, demo, devices and help");
    }

    private static String version() {
        String version = SheafCommand.class.getPackage().getImplementationVersion();
        return "sheaf " + (version == null ? "(unpackaged)" : version);
    }
}
