package dev.sheaf.benchmarks.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Reads what the tests wrote into the journals of a folder: the fields are those that `SoakJournal` in the
/// engine's test fixtures describes.
final class Journal {
    private final Map<String, Outcome> outcomes = new TreeMap<>();

    private Journal() {}

    /// What the sets of cases have come to so far, by their names.
    static Map<String, Outcome> read(Path folder) {
        Journal journal = new Journal();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(file -> file.toString().endsWith(".journal"))
                        .sorted()
                        .forEach(journal::add);
            } catch (IOException unreadable) {
                throw new UncheckedIOException("cannot list " + folder, unreadable);
            }
        }
        return journal.outcomes;
    }

    private void add(Path file) {
        String name = file.getFileName().toString();
        String module = name.substring(0, name.lastIndexOf('.'));
        try {
            Files.readAllLines(file).forEach(line -> add(module, line.split("\t", -1)));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read " + file, unreadable);
        }
    }

    private void add(String module, String[] fields) {
        if (fields.length == 6 && fields[0].equals("done")) {
            Outcome before = outcome(module, fields[1]);
            outcomes.put(
                    fields[1],
                    before.at(Integer.parseInt(fields[2]), Integer.parseInt(fields[3]), Long.parseLong(fields[4])));
        } else if (fields.length == 5 && fields[0].equals("failed")) {
            outcome(module, fields[1]).failures().put(Long.parseLong(fields[2]), fields[3]);
        }
    }

    private Outcome outcome(String module, String set) {
        return outcomes.computeIfAbsent(set, _ -> new Outcome(module, 0, 0, 0, new TreeMap<>()));
    }

    /// What a set of cases has come to.
    ///
    /// @param cases how many there are in full
    /// @param done how many of them ran
    /// @param millis how long they took
    /// @param failures the messages of those that failed, by seed
    record Outcome(String module, int cases, int done, long millis, Map<Long, String> failures) {
        private Outcome at(int ofCases, int nowDone, long moreMillis) {
            return new Outcome(module, ofCases, nowDone, millis + moreMillis, failures);
        }

        boolean isWhole() {
            return done == cases;
        }
    }
}
