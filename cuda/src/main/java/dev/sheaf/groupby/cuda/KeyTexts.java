package dev.sheaf.groupby.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.sheaf.column.Column;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The texts of keys by number, the same numbers for all rows that come.
final class KeyTexts implements AutoCloseable {
    private static final long FIRST_SLOTS = 1L << 12;

    private final GeneralPlan plan;
    private final FastPlan fast;
    private final DeviceRun run;
    private final Map<Integer, TextIds> texts = new TreeMap<>();

    KeyTexts(GeneralPlan plan, FastPlan fast, DeviceRun run) {
        this.plan = plan;
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

    /// Groups on the host, with texts again; to be closed by the caller.
    Table download(DeviceGroups groups, MemoryPool pool) {
        ColumnDownload download = new ColumnDownload(pool, run.stream());
        List<Column> columns = new ArrayList<>();
        try {
            for (int key = 0; key < groups.keys().size(); key++) {
                Column column = download.download(groups.keys().get(key));
                TextIds ids = texts.get(fast.keys().get(key));
                columns.add(ids == null ? column : texts(key, column, ids, pool));
            }
            for (DeviceColumn result : groups.results()) {
                columns.add(download.download(result));
            }
            return new Table(plan.result(), columns, groups.groups());
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    private Column texts(int key, Column numbers, TextIds ids, MemoryPool pool) {
        try (numbers;
                Column known = ids.download(plan.result().field(key).type(), pool)) {
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
