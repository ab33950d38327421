package dev.sheaf.cli;

import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.BackendStatus;
import dev.sheaf.groupby.Backends;
import dev.sheaf.query.BackendPreference;
import dev.sheaf.query.Decision;
import java.util.List;
import java.util.Optional;
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

    /// Says on standard error why a group-by ran on the CPU although a GPU was asked for, and there is one.
    void explainChoice(List<Decision> decisions, Terminal terminal) {
        if (preference() != BackendPreference.CUDA
                || gpu().filter(BackendOption::isAvailable).isEmpty()) {
            return;
        }
        reasons(decisions)
                .forEach(reason -> terminal.tell("the CPU ran a group-by that was asked of the GPU: " + reason));
    }

    /// Why group-bys that run on the CPU do not run on the GPU, each reason once.
    static List<String> reasons(List<Decision> decisions) {
        return decisions.stream()
                .filter(decision -> decision.choice().startsWith("cpu"))
                .flatMap(decision -> decision.rejected().stream())
                .filter(rejected -> rejected.startsWith("cuda: "))
                .map(rejected -> rejected.substring("cuda: ".length()))
                .distinct()
                .toList();
    }

    private static Optional<Backend> gpu() {
        return Backends.all().stream()
                .filter(backend -> backend.name().equals("cuda"))
                .findFirst();
    }

    private static boolean isAvailable(Backend backend) {
        return backend.status() instanceof BackendStatus.Available;
    }

    /// Says on standard error why the GPU that was asked for is not used, if no GPU can be.
    void explainAbsence(Terminal terminal) {
        if (preference() != BackendPreference.CUDA) {
            return;
        }
        if (gpu().isEmpty()) {
            terminal.tell("running on the CPU, since the jar for GPUs, sheaf-cuda, is not there");
        } else if (gpu().get().status() instanceof BackendStatus.Unavailable(String reason)) {
            terminal.tell("running on the CPU, since there is no GPU to use: " + reason);
        }
    }
}
