package dev.sheaf.cli;

import dev.sheaf.cli.startup.JarRewriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `sheaf prepare-jars`, which no user sees: the launcher has it rewrite the jars that it has built, before it
/// makes the start-up cache of them.
@Command(name = "prepare-jars", hidden = true, description = "Rewrite the jars of a folder, to start sooner.")
final class PrepareJarsCommand implements Runnable {
    @Parameters(paramLabel = "DIR", description = "The folder.")
    private Path folder = Path.of("");

    @Override
    public void run() {
        try {
            new JarRewriter(PrepareJarsCommand.class.getClassLoader()).rewriteAll(folder);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
