package dev.sheaf.groupby.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The texts of keys by number, the same numbers for all rows that come.
final class KeyTexts implements AutoCloseable {
    private static final long FIRST_SLOTS = 1L << 12;

    private final FastPlan fast;
    private final DeviceRun run;
    private final Map<Integer, TextIds> texts = new TreeMap<>();

    KeyTexts(FastPlan fast, DeviceRun run) {
        this.fast = fast;
        this.run = run;
    }

    /// The texts of an input that is a key.
    TextIds of(int input) {
        return texts.computeIfAbsent(input, _ -> new TextIds(run, FIRST_SLOTS));
    }

    /// Whether no key has become numbers.
    boolean isEmpty() {
        return texts.isEmpty();
    }

    /// The numbers of the result columns that are texts.
    Set<Integer> columns() {
        return IntStream.range(0, fast.keys().size())
                .filter(key -> texts.containsKey(fast.keys().get(key)))
                .boxed()
                .collect(Collectors.toSet());
    }

    /// Groups, or what became of them, on the host with texts again; to be closed by the caller.
    ///
    /// @param source the result column of the groups that a column of the table is, or -1
    Table download(DeviceTable table, IntUnaryOperator source, MemoryPool pool) {
        ColumnDownload download = new ColumnDownload(pool, run.stream());
        List<Column> columns = new ArrayList<>();
        try {
            for (DeviceColumn column : table.columns()) {
                int number = columns.size();
                int key = source.applyAsInt(number);
                TextIds ids = key < 0 || key >= fast.keys().size()
                        ? null
                        : texts.get(fast.keys().get(key));
                Column host = download.download(column);
                columns.add(
                        ids == null ? host : texts(table.schema().field(number).type(), host, ids, pool));
            }
            return new Table(table.schema(), columns, table.rowCount());
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    private Column texts(DataType type, Column numbers, TextIds ids, MemoryPool pool) {
        try (numbers;
                Column known = ids.download(type, pool)) {
            Buffer words = ((FixedColumn) numbers).values();
            for (long row = 0; row < numbers.length(); row++) {
                if (!numbers.validity().isValid(row)) {
                    words.segment().setAtIndex(JAVA_INT, row, -1);
                }
            }
            return Take.rows(known, words.segment(), numbers.length(), pool);
        }
    }

    @Override
    public void close() {
        texts.values().forEach(TextIds::close);
    }
}
