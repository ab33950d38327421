package dev.sheaf.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/// The command itself: what all commands share, and what is said when none is given.
@Command(
        name = "sheaf",
        description = "Groups and aggregates tables: SQL over Parquet files, on the CPU or an NVIDIA GPU.",
        versionProvider = SheafCommand.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        footer = {
            "",
            "Exit codes: 0 done, 1 failed, 2 the request was wrong.",
            "'sheaf COMMAND --help' explains a command. Try 'sheaf demo' first."
        })
@SuppressWarnings("UnusedVariable") // the flags are read by picocli and Main
final class SheafCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help.")
    private boolean help;

    @Option(names = "--version", versionHelp = true, description = "Show the version.")
    private boolean version;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Show a stack trace when a command fails.")
    private boolean debug;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(), "which command? There are sql, describe, datagen," + " demo, devices and help");
    }

    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = SheafCommand.class.getPackage().getImplementationVersion();
            return new String[] {"sheaf " + (version == null ? "(unpackaged)" : version)};
        }
    }
}
