package dev.sheaf.cli;

import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.Backends;
import picocli.CommandLine.Command;

/// `sheaf calibrate`: measures this host and its GPU for the estimates by which `--backend auto` chooses.
@Command(
        name = "calibrate",
        description = "Measure this machine for the choice between CPU and GPU; takes some seconds.")
final class CalibrateCommand implements Runnable {
    private final Terminal terminal;

    CalibrateCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void run() {
        for (Backend backend : Backends.all()) {
            backend.calibrate()
                    .ifPresent(figures -> terminal.print(backend.name() + ": " + figures + System.lineSeparator()));
        }
    }
}
