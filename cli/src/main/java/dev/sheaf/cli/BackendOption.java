package dev.sheaf.cli;

import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.BackendStatus;
import dev.sheaf.groupby.Backends;
import dev.sheaf.query.BackendPreference;
import picocli.CommandLine.Model.CommandSpec;

/// Where queries run.
final class BackendOption {
    private final Choice<BackendPreference> preference = Choice.of(
            BackendPreference.class,
            "NAME",
            "auto (default), cpu or cuda. What the GPU does not support runs on the CPU.",
            "--backend");

    void addTo(CommandSpec command) {
        Choice.add(command, preference);
    }

    BackendPreference preference() {
        return preference.or(BackendPreference.AUTO);
    }

    /// Says on standard error why the GPU that was asked for is not used, if no GPU can be.
    void explainAbsence(Terminal terminal) {
        if (preference() != BackendPreference.CUDA) {
            return;
        }
        for (Backend backend : Backends.all()) {
            if (backend.name().equals("cuda") && backend.status() instanceof BackendStatus.Unavailable(String reason)) {
                terminal.err().println("sheaf: running on the CPU, since there is no GPU to use: " + reason);
            }
        }
    }
}
