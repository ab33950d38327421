package dev.sheaf.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ScopeType;

/// The command itself: what all commands share, and what is said when none is given. Without annotations, for the
/// reason that [Choice] gives.
final class SheafCommand implements Runnable {
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
                .description("Groups and aggregates tables: SQL over Parquet files, on the CPU or an NVIDIA GPU.")
                .synopsisSubcommandLabel("COMMAND")
                .commandListHeading("%nCommands:%n")
                .optionListHeading("%nOptions:%n")
                .footer(
                        "",
                        "Exit codes: 0 done, 1 failed, 2 the request was wrong.",
                        "'sheaf COMMAND --help' explains a command. Try 'sheaf demo' first.");
    }

    /// The command without others under it.
    static CommandLine commandLine() {
        return new CommandLine(new SheafCommand().spec);
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(), "which command? There are sql, describe, datagen," + " demo, devices and help");
    }

    private static String version() {
        String version = SheafCommand.class.getPackage().getImplementationVersion();
        return "sheaf " + (version == null ? "(unpackaged)" : version);
    }
}
