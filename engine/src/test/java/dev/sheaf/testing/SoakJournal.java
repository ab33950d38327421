package dev.sheaf.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What the random cases of a module have come to in a soak run, so that one that was killed goes on where it was.
///
/// The file has a line for each failure and, about once a second, one that says how far a set of cases is. Fields
/// are separated by tabs, and every line ends with `.`, since the last one of a killed run can be cut off.
///
/// | line | fields |
/// |---|---|
/// | `done` | set, cases in full, cases done, milliseconds since the line before or the start |
/// | `failed` | set, seed, message |
record SoakJournal(Path file) {
    private static final int MESSAGE_CHARACTERS = 300;

    /// The journal of the module whose tests this process runs, in a folder.
    static SoakJournal in(Path folder) {
        String module = Path.of(System.getProperty("user.dir")).toAbsolutePath().getFileName() + ".journal";
        return new SoakJournal(folder.resolve(module));
    }

    /// How far a set of cases is.
    ///
    /// @param done how many of its cases ran
    /// @param failedSeeds the seeds of those that failed
    record Progress(int done, Set<Long> failedSeeds) {}

    Progress progress(String set) {
        int done = 0;
        Set<Long> failed = new LinkedHashSet<>();
        for (String line : lines()) {
            String[] fields = line.split("\t", -1);
            if (fields.length == 6 && fields[0].equals("done") && fields[1].equals(set)) {
                done = Integer.parseInt(fields[3]);
            } else if (fields.length == 5 && fields[0].equals("failed") && fields[1].equals(set)) {
                failed.add(Long.parseLong(fields[2]));
            }
        }
        return new Progress(done, failed);
    }

    void done(String set, int cases, int done, long millis) {
        append("done\t" + set + "\t" + cases + "\t" + done + "\t" + millis);
    }

    void failed(String set, long seed, Throwable failure) {
        String message = String.valueOf(failure.getMessage()).replaceAll("\\s+", " ");
        String start = message.substring(0, Math.min(MESSAGE_CHARACTERS, message.length()));
        append("failed\t" + set + "\t" + seed + "\t" + start);
    }

    private List<String> lines() {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + file, failure);
        }
    }

    /// Begins with a line break too: it ends what was cut off.
    private void append(String line) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(
                    file,
                    "\n" + line + "\t.\n",
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot write " + file, failure);
        }
    }
}
