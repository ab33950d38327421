package dev.sheaf.cli;

import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.BackendStatus;
import dev.sheaf.groupby.Backends;
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

    /// Says on standard error why the GPU that was asked for is not used, if no GPU can be.
    void explainAbsence(Terminal terminal) {
        if (preference != BackendPreference.CUDA) {
            return;
        }
        for (Backend backend : Backends.all()) {
            if (backend.name().equals("cuda") && backend.status() instanceof BackendStatus.Unavailable(String reason)) {
                terminal.err().println("sheaf: running on the CPU, since there is no GPU to use: " + reason);
            }
        }
    }
}
