package dev.sheaf.frame.data;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.column.Column;
import dev.sheaf.column.Concat;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.frame.index.Index;
import dev.sheaf.frame.index.RangeIndex;
import dev.sheaf.frame.label.ColumnAccessor;
import dev.sheaf.frame.label.Label;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.frame.store.FrameOptions;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.LogicalPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Frames one below the other: columns by label, null where a frame has none.
public final class Concatenation {
    private Concatenation() {}

    /// All rows in turn. Ranges as indexes give a new range, others their labels one below the other.
    /// Numbers of different types meet in the wider integer, or in float64; different categories in their values.
    ///
    /// @throws IllegalArgumentException for columns of one label whose types do not meet, or indexes that
    ///     differ in levels
    public static Frame of(List<Frame> frames) {
        if (frames.isEmpty()) {
            throw new IllegalArgumentException("concat needs at least one frame");
        }
        FrameOptions options = frames.getFirst().options();
        Map<Label, DataType> columns = columns(frames);
        Schema schema = new Schema(columns.entrySet().stream()
                .map(column -> new Field(column.getKey().name(), column.getValue()))
                .toList());
        List<Table> tables = new ArrayList<>();
        try {
            frames.forEach(frame -> tables.add(converted(frame, columns)));
            try (Table all = options.run(context -> Concat.tables(schema, tables, context.pool()))) {
                Frame rows = Frame.of(all, options);
                return new Frame(
                        ColumnAccessor.of(
                                List.copyOf(columns.keySet()), rows.columns().columns()),
                        options.allocate(pool -> index(frames, pool)),
                        options);
            }
        } finally {
            tables.forEach(Table::close);
        }
    }

    private static Map<Label, DataType> columns(List<Frame> frames) {
        Map<Label, DataType> columns = new LinkedHashMap<>();
        for (Frame frame : frames) {
            for (Label label : frame.columns().labels()) {
                DataType type = frame.columns().get(label).type();
                columns.merge(label, type, (before, other) -> common(label, before, other));
            }
        }
        return columns;
    }

    private static DataType common(Object what, DataType one, DataType other) {
        if (one.equals(other) || other.equals(DataType.NULL)) {
            return one;
        }
        if (one.equals(DataType.NULL)) {
            return other;
        }
        if (one instanceof DataType.IntType a && other instanceof DataType.IntType b && a.signed() == b.signed()) {
            return a.bits() > b.bits() ? a : b;
        }
        if (one.isNumeric() && other.isNumeric()) {
            return DataType.FLOAT64;
        }
        if (one instanceof DataType.CategoryType || other instanceof DataType.CategoryType) {
            return common(what, values(one), values(other));
        }
        throw new IllegalArgumentException(
                what + " is " + one + " in one frame and " + other + " in another; convert one with astype");
    }

    private static DataType values(DataType type) {
        return type instanceof DataType.CategoryType category ? category.values() : type;
    }

    private static Table converted(Frame frame, Map<Label, DataType> columns) {
        List<Expr> values = new ArrayList<>();
        columns.forEach((label, type) -> {
            String name = label.name();
            Expr value = !frame.columns().contains(name)
                    ? lit(null).cast(type)
                    : frame.columns().get(name).type().equals(type)
                            ? col(name)
                            : col(name).cast(type);
            values.add(value.as(name));
        });
        return frame.query(plan -> new LogicalPlan.Project(plan, values));
    }

    private static Index index(List<Frame> frames, MemoryPool pool) {
        if (frames.stream().allMatch(frame -> frame.index() instanceof RangeIndex)) {
            return RangeIndex.of(frames.stream().mapToLong(Frame::rows).sum());
        }
        Index first = frames.getFirst().index();
        if (frames.stream().anyMatch(frame -> !frame.index().types().equals(first.types()))) {
            throw new IllegalArgumentException("frames with labels of "
                    + frames.stream()
                            .map(frame -> frame.index().types().toString())
                            .distinct()
                            .toList()
                    + " have no common index; give them one with setIndex or dropIndex");
        }
        return Index.of(
                first.names(),
                IntStream.range(0, first.levels())
                        .mapToObj(level -> level(frames, level, pool))
                        .toList());
    }

    private static FrameColumn level(List<Frame> frames, int level, MemoryPool pool) {
        List<Column> all = new ArrayList<>();
        try {
            frames.forEach(frame -> all.addAll(frame.index().read(pool)));
            int levels = frames.getFirst().index().levels();
            List<Column> parts = IntStream.range(0, frames.size())
                    .mapToObj(i -> all.get(i * levels + level))
                    .toList();
            return FrameColumn.of(Concat.columns(parts.getFirst().type().decoded(), parts, pool), pool);
        } finally {
            all.forEach(Column::close);
        }
    }
}
