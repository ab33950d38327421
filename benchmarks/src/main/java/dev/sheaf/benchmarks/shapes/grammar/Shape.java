package dev.sheaf.benchmarks.shapes.grammar;

import java.util.List;
import java.util.stream.IntStream;

/// One query over one wide table.
///
/// @param keys how many columns of the answer tell its rows apart, from the first on; the others are aggregates
/// @param aggregates what is asked in the columns behind the keys, in order
/// @param sortKeys by which columns of the answer it is ordered, from the first on; 0 if its order is open
/// @param drawn what was drawn, in words such as `key DENSE`, for whoever counts
public record Shape(
        int number,
        String table,
        Form form,
        String sql,
        int keys,
        List<AggregateKind> aggregates,
        int sortKeys,
        List<String> drawn) {

    /// What kind of query it is.
    public enum Form {
        GROUP_BY,
        FILTER,
        SORT,
        TOP_N,
        DISTINCT
    }

    /// The names of the first columns of any answer: `k0`, `k1`, ...; those of aggregates are `a0`, `a1`, ...
    public static List<String> keyNames(int count) {
        return IntStream.range(0, count).mapToObj(key -> "k" + key).toList();
    }

    public Shape {
        aggregates = List.copyOf(aggregates);
        drawn = List.copyOf(drawn);
    }
}
