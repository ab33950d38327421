package dev.sheaf.benchmarks.frames;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One operation over [FrameRows], as everyday programs write it in one line.
sealed interface Operation {
    /// The rows where `column`, a or b, is above a value.
    record Filter(String column, double above) implements Operation {}

    /// The rows sorted by number columns, rising.
    record Sort(List<String> keys) implements Operation {}

    /// For each value of the keys the sum and the greatest of `a`.
    record Group(List<String> keys) implements Operation {}

    /// The rows with the row of `dims` that has their `k`.
    record Join() implements Operation {}

    /// The mean of `a` over each row and those before it, so many in all.
    record Rolling(int rows) implements Operation {}

    /// The texts `t` in upper case, as a column more.
    record Upper() implements Operation {}

    /// The lengths of the texts `t`, as a column more.
    record Lengths() implements Operation {}

    /// `a * factor + b`, as a column more.
    record Assign(double factor) implements Operation {}

    /// For people and for other processes.
    default Map<String, Object> described() {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("kind", getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT));
        switch (this) {
            case Filter(String column, double above) -> {
                words.put("column", column);
                words.put("above", above);
            }
            case Sort(List<String> keys) -> words.put("keys", keys);
            case Group(List<String> keys) -> words.put("keys", keys);
            case Rolling(int rows) -> words.put("rows", rows);
            case Assign(double factor) -> words.put("factor", factor);
            case Join(), Upper(), Lengths() -> {}
        }
        return words;
    }
}
