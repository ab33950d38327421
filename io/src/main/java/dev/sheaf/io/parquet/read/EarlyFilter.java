package dev.sheaf.io.parquet.read;

import dev.sheaf.column.Column;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.ExprColumns;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Scan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Tells from the columns that the condition of a scan reads which rows of the others are worth decoding.
///
/// Whoever scans tests the condition again, so that a batch may also be passed on whole: that costs less
/// where many rows are left, and where the condition fails on a value, which is the caller's to report.
/// Thread-safe.
final class EarlyFilter {
    /// Rows are chosen if fewer than one in so many are left.
    private static final int SPARSE = 4;

    /// After a batch of which more are left, so many are not tested: it is then likely in vain.
    private static final int PAUSE = 7;

    private final RowFilter condition;
    private final Schema schema;
    private final BitSet tested;
    private final AtomicInteger paused = new AtomicInteger();

    private EarlyFilter(Expr condition, Schema schema, BitSet tested) {
        this.condition = RowFilter.compile(condition, schema);
        this.schema = schema;
        this.tested = tested;
    }

    /// The filter of a scan that reads columns of `selected`; null if there is none, or no other columns.
    static @Nullable EarlyFilter of(Scan scan, Schema selected) {
        Expr condition = scan.filter().orElse(null);
        if (condition == null) {
            return null;
        }
        Set<String> names = ExprColumns.of(condition);
        List<String> read = selected.names().stream().filter(names::contains).toList();
        if (read.size() < names.size() || read.isEmpty() || read.size() == selected.size()) {
            return null;
        }
        BitSet tested = new BitSet();
        read.forEach(name -> tested.set(selected.indexOf(name)));
        return new EarlyFilter(condition, selected.select(read), tested);
    }

    /// Whether the next batch should be tested.
    boolean isWorthwhile() {
        return paused.getAndUpdate(left -> Math.max(0, left - 1)) == 0;
    }

    /// The readers of the columns that the condition reads.
    List<ColumnReader> tested(List<ColumnReader> readers) {
        return tested.stream().mapToObj(readers::get).toList();
    }

    /// The readers of all other columns.
    List<ColumnReader> others(List<ColumnReader> readers) {
        List<ColumnReader> others = new ArrayList<>();
        for (int i = tested.nextClearBit(0); i < readers.size(); i = tested.nextClearBit(i + 1)) {
            others.add(readers.get(i));
        }
        return others;
    }

    /// The rows worth decoding, by the columns that the condition reads, which stay the caller's.
    RowChoice choose(List<Column> columns, int rows, MemoryPool pool) {
        int[] chosen = new int[rows];
        int count;
        try (Table table =
                new Table(schema, columns.stream().map(Column::retain).toList(), rows)) {
            count = condition.select(table, chosen, pool);
        } catch (ArithmeticException | IllegalArgumentException valueFails) {
            return RowChoice.all(rows);
        }
        if (count > rows / SPARSE) {
            paused.set(PAUSE);
            return RowChoice.all(rows);
        }
        return RowChoice.of(rows, chosen, count);
    }

    /// All columns in the order of the scan.
    List<Column> merged(List<Column> testedColumns, List<Column> otherColumns) {
        List<Column> merged = new ArrayList<>();
        int nextTested = 0;
        int nextOther = 0;
        for (int i = 0; i < testedColumns.size() + otherColumns.size(); i++) {
            merged.add(tested.get(i) ? testedColumns.get(nextTested++) : otherColumns.get(nextOther++));
        }
        return merged;
    }
}
