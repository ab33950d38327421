package dev.sheaf.testing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Finds how rows differ and says it so that it can be read.
final class TableDiff {
    private static final int ROWS_SHOWN = 20;

    private final Comparison comparison;

    TableDiff(Comparison comparison) {
        this.comparison = comparison;
    }

    /// What is different, or empty.
    Optional<String> between(Sample expected, Sample actual) {
        String wanted = header(expected);
        String got = header(actual);
        if (!wanted.equals(got)) {
            return Optional.of("columns differ\n  expected: " + wanted + "\n  actual:   " + got);
        }
        return comparison.ordered() ? inOrder(expected, actual) : inAnyOrder(expected, actual);
    }

    private static String header(Sample sample) {
        return sample.schema().fields().stream()
                .map(field -> field.name() + ": " + field.type().decoded())
                .collect(Collectors.joining(", "));
    }

    private Optional<String> inOrder(Sample expected, Sample actual) {
        List<String> lines = new ArrayList<>();
        int rows = Math.max(expected.rowCount(), actual.rowCount());
        for (int row = 0; row < rows; row++) {
            if (row >= actual.rowCount()) {
                lines.add("row " + row + " missing:  " + Values.text(expected.row(row)));
            } else if (row >= expected.rowCount()) {
                lines.add("row " + row + " too many: " + Values.text(actual.row(row)));
            } else if (!Values.same(expected.row(row), actual.row(row), comparison.relativeError())) {
                lines.add("row " + row + " expected: " + Values.text(expected.row(row)) + "\n  row " + row
                        + " actual:   " + Values.text(actual.row(row)));
            }
        }
        return report(expected, actual, lines);
    }

    /// Pairs the rows that are the same to the bit, then the others with any whose floating values are close.
    private Optional<String> inAnyOrder(Sample expected, Sample actual) {
        Map<@Nullable Object, List<List<@Nullable Object>>> unmatched = new HashMap<>();
        actual.rows()
                .forEach(row -> unmatched
                        .computeIfAbsent(key(row), _ -> new ArrayList<>())
                        .add(row));
        List<List<@Nullable Object>> inexact = expected.rows().stream()
                .filter(row -> !takePartner(row, unmatched, 0))
                .toList();
        List<String> lines = inexact.stream()
                .filter(row -> !takePartner(row, unmatched, comparison.relativeError()))
                .map(row -> "missing:  " + Values.text(row))
                .collect(Collectors.toList());
        unmatched.values().forEach(rows -> rows.forEach(row -> lines.add("too many: " + Values.text(row))));
        return report(expected, actual, lines);
    }

    private @Nullable Object key(List<@Nullable Object> row) {
        return comparison.relativeError() == 0 ? Values.comparable(row) : Values.withoutFloats(row);
    }

    private boolean takePartner(
            List<@Nullable Object> row, Map<@Nullable Object, List<List<@Nullable Object>>> unmatched, double error) {
        List<List<@Nullable Object>> candidates = unmatched.getOrDefault(key(row), List.of());
        for (int i = 0; i < candidates.size(); i++) {
            if (Values.same(row, candidates.get(i), error)) {
                candidates.remove(i);
                return true;
            }
        }
        return false;
    }

    private static Optional<String> report(Sample expected, Sample actual, List<String> lines) {
        if (lines.isEmpty()) {
            return Optional.empty();
        }
        String more = lines.size() > ROWS_SHOWN ? "\n  ... and " + (lines.size() - ROWS_SHOWN) + " more" : "";
        return Optional.of("(" + header(expected) + "), " + expected.rowCount() + " rows expected, "
                + actual.rowCount() + " actual"
                + lines.stream().limit(ROWS_SHOWN).map(line -> "\n  " + line).collect(Collectors.joining()) + more);
    }
}
