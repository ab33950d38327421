package dev.sheaf.benchmarks.shapes.run;

import dev.sheaf.query.Settings;
import java.util.List;
import java.util.Map;

/// A special path of the group-by on the CPU, and the setting that keeps rows from it.
///
/// @param without one setting, or none for the row that says how far equal runs differ
record Way(String name, Map<String, String> without) {
    static final List<Way> ALL = List.of(
            new Way("nothing, twice the same", Map.of()),
            of("texts looked up by the bits they differ in", "cpu.textIndex.maxBits", "0"),
            of("distinct values counted as keys", "cpu.distinct", "sets"),
            of("rows by partition before they are grouped", "cpu.block.rows", "0"),
            of("keys of few bits index a table", "cpu.index.maxBits", "0"),
            of("few texts among several keys numbered", "cpu.numberedTexts", "0"));

    private static Way of(String name, String setting, String value) {
        return new Way(name, Map.of(setting, value));
    }

    Settings settings() {
        return new Settings(without);
    }
}
