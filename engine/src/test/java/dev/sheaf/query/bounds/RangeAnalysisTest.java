package dev.sheaf.query.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.expr.bind.Interpreter;
import dev.sheaf.expr.eval.RandomExprs;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What expressions are for the rows of a block lies within what the bounds of its columns say, over random
/// expressions and columns with nulls, NaN and the ends of their types.
class RangeAnalysisTest {
    private static final int CASES = 6_000;

    @Test
    void valuesLieWithinTheirSpans() {
        AtomicInteger bounded = new AtomicInteger();
        RandomCases.run(CASES, random -> check(random, bounded));
        assertThat(bounded).as("cases in which something is known").hasValueGreaterThan(0);
    }

    private static void check(SplittableRandom random, AtomicInteger bounded) {
        RandomTables tables = new RandomTables(random);
        List<Field> fields = new ArrayList<>();
        for (int i = random.nextInt(1, 5); i > 0; i--) {
            DataType type = tables.scalarType();
            fields.add(new Field("c" + i, type, random.nextInt(3) != 0));
        }
        Schema schema = new Schema(fields);
        Expr expr = new RandomExprs(random, schema).next();
        BoundExpr bound = Binder.bind(expr, schema);
        Sample sample = tables.sample(schema, random.nextInt(1, 6));
        try (MemoryPool pool = MemoryPool.create();
                Table table = sample.build(pool)) {
            RangeAnalysis spans = new RangeAnalysis(bounds(table)::get);
            ValueRange span = spans.of(bound);
            bounded.addAndGet(
                    !(bound instanceof BoundExpr.Column) && span.least().isPresent() ? 1 : 0);
            for (long row = 0; row < table.rowCount(); row++) {
                checkRow(bound, table, row, spans, span, () -> expr.outputName() + " of " + sample);
            }
        }
    }

    private static Map<String, ValueBounds> bounds(Table table) {
        Map<String, ValueBounds> bounds = new HashMap<>();
        for (int column = 0; column < table.columnCount(); column++) {
            ColumnBounds made = new ColumnBounds(1, Math.toIntExact(table.rowCount()));
            made.make(0, table.column(column));
            bounds.put(table.schema().field(column).name(), made.made(0));
        }
        return bounds;
    }

    private static void checkRow(
            BoundExpr bound, Table table, long row, RangeAnalysis spans, ValueRange span, Supplier<String> what) {
        @Nullable Object value;
        try {
            value = Interpreter.of(bound).evaluate(table, row);
        } catch (ArithmeticException | IllegalArgumentException raised) {
            assertThat(spans.mayFail())
                    .as("%s fails in row %s: %s", what.get(), row, raised)
                    .isTrue();
            return;
        }
        if (value == null ? span.mayBeNull() : span.mayBeValid() && isWithin(value, span)) {
            return;
        }
        throw new AssertionError(what.get() + " is " + value + " in row " + row + ", not within " + span);
    }

    private static boolean isWithin(Object value, ValueRange span) {
        if (value instanceof Number number && Double.isNaN(number.doubleValue())) {
            return span.mayBeNan();
        }
        boolean isLong = !(value instanceof String text)
                || (text.codePointCount(0, text.length()) >= span.lengths().leastPoints()
                        && text.codePointCount(0, text.length())
                                <= span.lengths().mostPoints()
                        && BoundValue.utf8(text).length >= span.lengths().leastBytes()
                        && BoundValue.utf8(text).length <= span.lengths().mostBytes());
        return isLong
                && span.least().stream().allMatch(least -> isOrdered(least, value))
                && span.most().stream().allMatch(most -> isOrdered(value, most));
    }

    private static boolean isOrdered(Object a, Object b) {
        return switch (BoundValue.compare(a, b)) {
            case LESS, EQUAL -> true;
            case GREATER -> false;
            case UNKNOWN -> a.equals(b);
        };
    }
}
