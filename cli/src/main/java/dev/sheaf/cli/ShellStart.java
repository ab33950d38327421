package dev.sheaf.cli;

import dev.sheaf.cli.shell.Shell;
import dev.sheaf.file.PrivateFolder;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.spill.SpillFolder;
import dev.sheaf.sql.SqlSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// `sheaf` alone on a terminal: opens the shell.
final class ShellStart {
    private static final String HISTORY = "shell-history";

    private ShellStart() {}

    /// Runs a shell until its user leaves it.
    static int run(Terminal terminal) {
        try (MemoryPool pool = new ResourceOptions().pool();
                SqlSession session = new SqlSession(pool)) {
            SpillFolder.cleanUp(PrivateFolder.temporary());
            Shell.onTerminal(
                    terminal.styled(), session, failure -> ExitCode.message(failure, true), history(System.getenv()));
            return ExitCode.DONE;
        } catch (IOException failure) {
            throw new UncheckedIOException("the terminal cannot be used", failure);
        }
    }

    /// Where lines are kept: a file that only the user can read, or nowhere if there is no place for it.
    private static Optional<Path> history(Map<String, String> environment) {
        try {
            return Optional.of(
                    PrivateFolder.open(PrivateFolder.cache(environment)).resolve(HISTORY));
        } catch (IOException | UncheckedIOException noFolder) {
            return Optional.empty();
        }
    }
}
