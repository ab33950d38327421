package dev.sheaf.cli;

import dev.sheaf.query.BackendPreference;
import picocli.CommandLine.Option;

/// Where queries run.
final class BackendOption {
    @Option(
            names = "--backend",
            paramLabel = "NAME",
            description = "auto (default), cpu or cuda. What the GPU does not support runs on the CPU.")
    private BackendPreference preference = BackendPreference.AUTO;

    BackendPreference preference() {
        return preference;
    }
}
