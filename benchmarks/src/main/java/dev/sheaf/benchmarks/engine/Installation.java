package dev.sheaf.benchmarks.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/// A folder in which a peer is installed the first time it is asked for, by the package manager of its language.
record Installation(String name, Path folder) {

    /// Runs a command in the folder unless it has been run there before.
    ///
    /// @throws IllegalArgumentException if the command is not there or fails; the message has its last words
    void once(List<String> command) {
        Path done = folder.resolve("installed");
        if (Files.exists(done)) {
            return;
        }
        run(command);
        try {
            Files.createFile(done);
        } catch (IOException failure) {
            throw notInstalled(command, List.of(String.valueOf(failure.getMessage())));
        }
    }

    /// Runs a command in the folder.
    ///
    /// @throws IllegalArgumentException if the command is not there or fails; the message has its last words
    void run(List<String> command) {
        System.err.println("installing " + name + " in " + folder + ": " + String.join(" ", command));
        try {
            Files.createDirectories(folder);
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw notInstalled(
                        command,
                        said.lines().skip(Math.max(0, said.lines().count() - 5)).toList());
            }
        } catch (IOException failure) {
            throw notInstalled(command, List.of(String.valueOf(failure.getMessage())));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private IllegalArgumentException notInstalled(List<String> command, List<String> said) {
        return new IllegalArgumentException(
                name + " cannot be installed by \"" + String.join(" ", command) + "\" in " + folder
                        + "; see to it that this command works there:\n  "
                        + String.join("\n  ", said));
    }

    /// Writes a file of this package's resources to the folder.
    Path write(String resource) {
        try (InputStream bytes = Installation.class.getResourceAsStream(resource)) {
            if (bytes == null) {
                throw new IllegalStateException("the benchmarks' jar lacks " + resource);
            }
            Files.createDirectories(folder);
            Path file = folder.resolve(resource);
            Files.copy(bytes, file, StandardCopyOption.REPLACE_EXISTING);
            return file;
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write to " + folder, failure);
        }
    }
}
