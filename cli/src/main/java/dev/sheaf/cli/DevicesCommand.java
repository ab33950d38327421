package dev.sheaf.cli;

import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.BackendStatus;
import dev.sheaf.groupby.Backends;
import dev.sheaf.text.Grid;
import dev.sheaf.text.Grid.Heading;
import java.util.List;
import picocli.CommandLine.Command;

/// `sheaf devices`: where group-bys can run here, and if not, why not.
@Command(name = "devices", description = "Show where group-bys can run on this machine, and why not elsewhere.")
final class DevicesCommand implements Runnable {
    private final Terminal terminal;

    DevicesCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void run() {
        Grid grid = new Grid(List.of(Heading.text("backend"), Heading.text("available"), Heading.text("details")));
        for (Backend backend : Backends.all()) {
            switch (backend.status()) {
                case BackendStatus.Available(String description) -> grid.row(backend.name(), "yes", description);
                case BackendStatus.Unavailable(String reason) -> grid.row(backend.name(), "no", reason);
            }
        }
        terminal.print(grid.draw(terminal.screen()));
    }
}
