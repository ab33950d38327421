package dev.sheaf.sqllogic;

import java.util.List;
import java.util.Set;

/// One thing that a script asks for, and the line where it begins.
sealed interface LogicRecord {

    int line();

    /// Engines for which the record is skipped, or the only ones for which it runs; no names mean no condition.
    record Condition(Set<String> skipped, Set<String> only) {
        static final Condition NONE = new Condition(Set.of(), Set.of());

        boolean holds(Set<String> names) {
            return skipped.stream().noneMatch(names::contains)
                    && (only.isEmpty() || only.stream().anyMatch(names::contains));
        }
    }

    /// A statement that succeeds, or fails with any message.
    record Command(int line, Condition condition, String sql, boolean fails) implements LogicRecord {}

    /// A query, the types of its columns as letters, and its values: as many lines as there are rows or values, or
    /// a line that says their number and hash.
    record Query(
            int line,
            Condition condition,
            String sql,
            String types,
            Sorting sorting,
            String label,
            List<String> expected)
            implements LogicRecord {}

    /// How values are put in order before they are compared.
    enum Sorting {
        NOSORT,
        ROWSORT,
        VALUESORT
    }

    /// `hash-threshold n`: longer results are compared by their hash; 0 for never.
    record HashThreshold(int line, int values) implements LogicRecord {}

    /// `require x`, or whatever else this runner does not know: the rest of the file is not run.
    record Unknown(int line, String what) implements LogicRecord {}

    /// `halt`: the rest of the file is left out.
    record Halt(int line, Condition condition) implements LogicRecord {}
}
