package dev.sheaf.frame.data;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;

import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.frame.index.Index;
import dev.sheaf.frame.index.RangeIndex;
import dev.sheaf.frame.label.ColumnAccessor;
import dev.sheaf.frame.label.Label;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.frame.store.FrameOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Frames one below the other: columns by label, null where a frame has none.
public final class Concatenation {
    private Concatenation() {}

    /// All rows in turn. Ranges as indexes give a new range, others their labels one below the other.
    /// Numbers of different types, labels among them, meet in the wider integer, or in float64; different
    /// categories in their values.
    ///
    /// @throws IllegalArgumentException for columns of one label whose types do not meet, or indexes that
    ///     differ in levels
    public static Frame of(List<Frame> frames) {
        if (frames.isEmpty()) {
            throw new IllegalArgumentException("concat needs at least one frame");
        }
        FrameOptions options = frames.getFirst().options();
        Map<Label, DataType> columns = columns(frames);
        boolean large =
                options.isLarge(frames.stream().mapToLong(Frame::byteSize).sum());
        List<Frame> converted =
                frames.stream().map(frame -> converted(frame, columns, large)).toList();
        List<FrameColumn> all = together(converted, options);
        Index index = index(frames, options);
        converted.forEach(Frame::close);
        return new Frame(ColumnAccessor.of(List.copyOf(columns.keySet()), all), index, options);
    }

    /// The columns of frames with the same types, one below the other.
    private static List<FrameColumn> together(List<Frame> frames, FrameOptions options) {
        return IntStream.range(0, frames.getFirst().columns().columns().size())
                .mapToObj(i -> FrameColumn.concat(
                        frames.stream()
                                .map(frame -> frame.columns().columns().get(i))
                                .toList(),
                        options))
                .toList();
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

    /// The columns in one order and of the types asked for. Those that are there as they should be are shared, unless
    /// the rows of all frames are read part by part: parts of other sizes than a query makes may not fit together.
    private static Frame converted(Frame frame, Map<Label, DataType> columns, boolean large) {
        List<Expr> values = new ArrayList<>();
        columns.forEach((label, type) -> {
            String name = label.name();
            if (!frame.columns().contains(name)) {
                values.add(lit(null).cast(type).as(name));
            } else if (!frame.columns().get(name).type().equals(type)) {
                values.add(col(name).cast(type).as(name));
            } else if (large) {
                values.add(col(name));
            }
        });
        Frame all = values.isEmpty() ? frame.with(frame.columns()) : frame.assign(values);
        List<Label> labels = List.copyOf(columns.keySet());
        List<FrameColumn> ordered =
                labels.stream().map(label -> all.columns().get(label.name())).toList();
        return new Frame(ColumnAccessor.of(labels, ordered), all.index(), frame.options());
    }

    private static Index index(List<Frame> frames, FrameOptions options) {
        if (frames.stream().allMatch(frame -> frame.index() instanceof RangeIndex)) {
            return RangeIndex.of(frames.stream().mapToLong(Frame::rows).sum());
        }
        Index first = frames.getFirst().index();
        if (frames.stream().anyMatch(frame -> frame.index().levels() != first.levels())) {
            throw new IllegalArgumentException("frames with labels of "
                    + frames.stream()
                            .map(frame -> frame.index().types().toString())
                            .distinct()
                            .toList()
                    + " have no common index; give them one with setIndex or dropIndex");
        }
        List<Frame> labels =
                frames.stream().map(frame -> labels(frame, options)).toList();
        try {
            return Index.of(
                    first.names(),
                    isOfOneType(frames)
                            ? together(labels, options)
                            : of(labels).columns().columns());
        } finally {
            labels.forEach(Frame::close);
        }
    }

    /// Whether labels need no conversion.
    private static boolean isOfOneType(List<Frame> frames) {
        return frames.stream().map(frame -> frame.index().types()).distinct().count() == 1;
    }

    /// The labels as rows, whose columns go by their levels.
    private static Frame labels(Frame frame, FrameOptions options) {
        List<Label> levels = IntStream.range(0, frame.index().levels())
                .mapToObj(level -> Label.of("level " + level))
                .toList();
        return new Frame(
                ColumnAccessor.of(levels, IndexLevels.columns(frame.index().copy(), options)),
                RangeIndex.of(frame.rows()),
                options);
    }
}
