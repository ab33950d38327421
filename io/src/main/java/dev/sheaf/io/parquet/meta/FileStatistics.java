package dev.sheaf.io.parquet.meta;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.query.ColumnStats;
import dev.sheaf.query.SourceStats;
import dev.sheaf.query.bounds.BoundValue;
import dev.sheaf.query.bounds.ValueBounds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// What the footers say about the rows of some row groups taken together.
public final class FileStatistics {
    private FileStatistics() {}

    public static SourceStats of(List<RowGroupTask> rowGroups, Schema schema) {
        long rows = rowGroups.stream().mapToLong(RowGroupTask::rowCount).sum();
        Map<String, ColumnStats> columns = new HashMap<>();
        for (Field field : schema.fields()) {
            columns.put(field.name(), column(rowGroups, field));
        }
        return new SourceStats(OptionalLong.of(rows), columns);
    }

    private static ColumnStats column(List<RowGroupTask> rowGroups, Field field) {
        Merged merged = new Merged();
        for (RowGroupTask task : rowGroups) {
            Optional<Leaf> leaf = task.file().flatLeaf(field.name());
            if (leaf.isEmpty() || merged.knowsNothing()) {
                return ColumnStats.UNKNOWN;
            }
            DataType type = field.type();
            merged.add(ChunkStatistics.of(task.file(), task.rowGroup(), leaf.get(), type));
        }
        return merged.stats();
    }

    /// Statistics so far; a part that one row group does not have is not known of all.
    private static final class Merged {
        private boolean any;
        private Optional<Object> min = Optional.empty();
        private Optional<Object> max = Optional.empty();
        private OptionalLong nulls = OptionalLong.of(0);
        private OptionalLong distinct = OptionalLong.of(0);
        private boolean bounded = true;

        void add(ChunkStatistics chunk) {
            ValueBounds bounds = chunk.bounds();
            nulls = sum(nulls, bounds.nullCount());
            distinct = sum(distinct, chunk.distinctCount());
            if (!bounds.mayBeValid()) {
                return; // no value, so no bound is missing
            }
            bounded &= bounds.min().isPresent() && bounds.max().isPresent() && !bounds.mayHoldNan();
            if (bounded) {
                min = any ? lesser(min.orElseThrow(), bounds.min().orElseThrow()) : bounds.min();
                max = any ? greater(max.orElseThrow(), bounds.max().orElseThrow()) : bounds.max();
                any = true;
            }
        }

        boolean knowsNothing() {
            return !bounded && nulls.isEmpty() && distinct.isEmpty();
        }

        private static OptionalLong sum(OptionalLong a, OptionalLong b) {
            return a.isPresent() && b.isPresent()
                    ? OptionalLong.of(a.getAsLong() + b.getAsLong())
                    : OptionalLong.empty();
        }

        private static Optional<Object> lesser(Object a, Object b) {
            return Optional.of(BoundValue.compare(a, b) == BoundValue.Order.GREATER ? b : a);
        }

        private static Optional<Object> greater(Object a, Object b) {
            return Optional.of(BoundValue.compare(a, b) == BoundValue.Order.LESS ? b : a);
        }

        ColumnStats stats() {
            return new ColumnStats(
                    bounded ? min.map(Merged::lowest) : Optional.empty(),
                    bounded ? max.map(Merged::highest) : Optional.empty(),
                    nulls,
                    distinct);
        }

        /// Writers may give either zero for both.
        private static Object lowest(Object bound) {
            return switch (bound) {
                case Float zero when zero == 0 -> (Object) (-0.0f);
                case Double zero when zero == 0 -> (Object) (-0.0);
                default -> bound;
            };
        }

        private static Object highest(Object bound) {
            return switch (bound) {
                case Float zero when zero == 0 -> (Object) 0.0f;
                case Double zero when zero == 0 -> (Object) 0.0;
                default -> bound;
            };
        }
    }
}
