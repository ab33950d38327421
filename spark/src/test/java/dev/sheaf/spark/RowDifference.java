package dev.sheaf.spark;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import scala.jdk.javaapi.CollectionConverters;

/// Compares answers as sets of rows: doubles within a part in 10^11, everything else to the bit.
final class RowDifference {
    private static final double TOLERANCE = 1e-11;
    private static final double NEAR_ZERO = 1e-9;

    private RowDifference() {}

    static Optional<String> between(List<Row> expected, List<Row> actual) {
        if (expected.size() != actual.size()) {
            return Optional.of(expected.size() + " rows by Spark, " + actual.size() + " by Sheaf");
        }
        List<Row> theirs = sorted(expected);
        List<Row> ours = sorted(actual);
        for (int i = 0; i < theirs.size(); i++) {
            if (!isSame(theirs.get(i), ours.get(i))) {
                return Optional.of("Spark has " + theirs.get(i) + ", Sheaf " + ours.get(i));
            }
        }
        return Optional.empty();
    }

    /// A row and its text, which is written once and not for each comparison of a sort.
    private record Line(String text, Row row) {}

    private static List<Row> sorted(List<Row> rows) {
        return rows.stream()
                .map(row -> new Line(text(row), row))
                .sorted(Comparator.comparing(Line::text))
                .map(Line::row)
                .toList();
    }

    /// Doubles by what cannot differ, and so that rows that are alike stand at the same place.
    private static String text(Row row) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < row.length(); i++) {
            Object value = row.get(i);
            text.append(
                    switch (value) {
                        case null -> "null";
                        case Double number -> String.format(java.util.Locale.ROOT, "%.6e", number + 0.0);
                        case Float number -> String.valueOf(number + 0.0f);
                        case byte[] bytes -> Arrays.toString(bytes);
                        case scala.collection.Seq<?> values -> text(row(values));
                        default -> value.toString();
                    });
            text.append('|');
        }
        return text.toString();
    }

    private static Row row(scala.collection.Seq<?> array) {
        return RowFactory.create(CollectionConverters.asJava(array).toArray());
    }

    private static boolean isSame(Row expected, Row actual) {
        if (expected.length() != actual.length()) {
            return false;
        }
        for (int i = 0; i < expected.length(); i++) {
            if (!isSame(expected.get(i), actual.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSame(Object expected, Object actual) {
        if (expected instanceof Double theirs && actual instanceof Double ours) {
            return theirs.equals(ours) || Math.abs(theirs - ours) <= Math.max(NEAR_ZERO, TOLERANCE * Math.abs(theirs));
        }
        if (expected instanceof Float theirs && actual instanceof Float ours) {
            return theirs.equals(ours) || theirs.floatValue() == ours.floatValue();
        }
        if (expected instanceof scala.collection.Seq<?> theirs && actual instanceof scala.collection.Seq<?> ours) {
            return isSame(row(theirs), row(ours));
        }
        return expected instanceof byte[] theirs
                ? actual instanceof byte[] ours && Arrays.equals(theirs, ours)
                : java.util.Objects.equals(expected, actual);
    }
}
