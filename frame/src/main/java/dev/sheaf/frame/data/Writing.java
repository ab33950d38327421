package dev.sheaf.frame.data;

import static dev.sheaf.expr.Expressions.coalesce;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.ColumnBuilder;
import dev.sheaf.column.DataType;
import dev.sheaf.expr.Expr;
import dev.sheaf.frame.label.ColumnAccessor;
import dev.sheaf.frame.label.Label;
import dev.sheaf.frame.store.FrameColumn;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes into rows that a condition chooses.
public final class Writing {
    private Writing() {}

    /// Writes a value, an expression's values, or null into a column of the frame where a condition is
    /// true.
    ///
    /// @throws IllegalArgumentException if a value does not fit the column's type; nothing is written then
    public static void where(Frame frame, Expr condition, String name, @Nullable Object value) {
        FrameColumn column = frame.columns().get(name);
        Expr values = when(condition)
                .then(written(column.type(), value, frame.options().pool()))
                .otherwise(col(name))
                .cast(column.type());
        Frame written = frame.rowwise(List.of(values.as(name)));
        try {
            column.overwrite(written.columns().get(name), frame.options());
        } finally {
            written.close();
        }
    }

    /// Which of two values that are both there is kept.
    public enum Kept {
        /// That of the frame which is written.
        OURS,
        /// That of the other frame.
        THEIRS
    }

    /// Writes the values of columns of another frame that are not null into columns of this one, in pairs and by
    /// label of the row: over values, or over nulls alone.
    ///
    /// @throws IllegalArgumentException if a type does not take the values, or labels differ and one of this frame
    ///     occurs several times in the other; nothing is written then
    public static void update(Frame frame, List<Label> columns, Frame other, List<Label> values, Kept kept) {
        Frame written = together(frame, columns, other, values, kept);
        try {
            columns.forEach(label ->
                    frame.columns().get(label).overwrite(written.columns().get(label), frame.options()));
        } finally {
            written.close();
        }
    }

    /// The frame with nulls of columns replaced by the values of columns of another frame, in pairs and by label of
    /// the row.
    ///
    /// @throws IllegalArgumentException as [#update]
    public static Frame filled(Frame frame, List<Label> columns, Frame other, List<Label> values) {
        Frame written = together(frame, columns, other, values, Kept.OURS);
        ColumnAccessor<FrameColumn> all = frame.columns().map(column -> column.share(frame.options()));
        for (Label label : columns) {
            all = all.put(label, written.columns().get(label));
        }
        return new Frame(all, frame.index().copy(), frame.options());
    }

    private static Frame together(Frame frame, List<Label> columns, Frame other, List<Label> values, Kept kept) {
        List<Expr> results = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            DataType type = frame.columns().get(columns.get(i)).type();
            checkTakes(columns.get(i), type, other.columns().get(values.get(i)).type());
            Expr theirs = Pairs.right(other, other.columns().position(values.get(i)));
            Expr ours = Pairs.left(frame, frame.columns().position(columns.get(i)));
            Expr cast = theirs.cast(type);
            results.add(kept == Kept.OURS ? coalesce(ours, cast) : coalesce(cast, ours));
        }
        return Pairs.computeForLeft(frame, other, columns, results);
    }

    /// Numbers take whole numbers, and those that need not be whole take all.
    private static void checkTakes(Label column, DataType type, DataType other) {
        boolean takes = type.isInteger() ? other.isInteger() : type.isNumeric() && other.isNumeric();
        if (!takes && !type.equals(other) && !other.equals(DataType.NULL)) {
            throw new IllegalArgumentException(
                    column + " of " + type + " takes no " + other + "; convert one of both with astype");
        }
    }

    private static Expr written(DataType type, @Nullable Object value, MemoryPool pool) {
        if (value instanceof Expr expr) {
            return expr.cast(type);
        }
        checkFits(type, value, pool);
        return lit(value).cast(type);
    }

    /// A cast rounds, a builder refuses.
    private static void checkFits(DataType type, @Nullable Object value, MemoryPool pool) {
        try (ColumnBuilder builder = new ColumnBuilder(type, pool)) {
            builder.append(value);
        }
    }
}
