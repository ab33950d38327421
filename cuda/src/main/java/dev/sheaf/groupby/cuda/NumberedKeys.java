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
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Text keys as numbers of their distinct texts, so that the fast strategies take texts of any length and codes of
/// dictionaries. Call inside [dev.sheaf.cuda.driver.Device#call].
///
/// Cost: a look at the bytes of each text and a place in a hash table, or a look-up a row for codes.
final class NumberedKeys implements AutoCloseable {
    private static final long FIRST_SLOTS = 1L << 12;

    private final GeneralPlan plan;
    private final FastPlan fast;
    private final DeviceRun run;
    private final List<DeviceColumn> inputs = new ArrayList<>();
    private final Map<Integer, TextIds> texts = new TreeMap<>();

    private NumberedKeys(GeneralPlan plan, FastPlan fast, DeviceRun run) {
        this.plan = plan;
        this.fast = fast;
        this.run = run;
    }

    /// The inputs of a plan with numbers for texts; nothing if no key is a text, or if the scan reads one for
    /// something else.
    ///
    /// @param chunkRows how many rows are numbered at once
    static Optional<NumberedKeys> of(
            GeneralPlan plan, FastPlan fast, List<DeviceColumn> inputs, long chunkRows, DeviceRun run) {
        List<Integer> keys = fast.keys().stream()
                .filter(key -> key < inputs.size() && isText(inputs.get(key)))
                .toList();
        boolean isRead = Stream.concat(fast.computed().stream(), fast.where().stream())
                .anyMatch(value -> value.reads().stream().anyMatch(keys::contains));
        if (keys.isEmpty() || isRead) {
            return Optional.empty();
        }
        NumberedKeys numbered = new NumberedKeys(plan, fast, run);
        try {
            for (int input = 0; input < inputs.size(); input++) {
                DeviceColumn column = inputs.get(input);
                numbered.inputs.add(keys.contains(input) ? numbered.number(input, column, chunkRows) : column.retain());
            }
            return Optional.of(numbered);
        } catch (RuntimeException | Error failure) {
            numbered.close();
            throw failure;
        }
    }

    private static boolean isText(DeviceColumn column) {
        DeviceColumn dictionary = column.dictionary();
        return column.offsets() != null || (dictionary != null && dictionary.offsets() != null);
    }

    private DeviceColumn number(int input, DeviceColumn column, long chunkRows) {
        TextIds ids = new TextIds(run, FIRST_SLOTS);
        texts.put(input, ids);
        Buffer validity = column.validity();
        Buffer numbers = run.allocate(column.length() * Integer.BYTES, "text numbers");
        try {
            for (long first = 0; first < column.length(); first += chunkRows) {
                long rows = Math.min(chunkRows, column.length() - first);
                try (DeviceColumn part = column.texts(first, rows);
                        Buffer some = ids.number(part, null)) {
                    run.stream().copy(some, 0, numbers, first * Integer.BYTES, rows * Integer.BYTES);
                }
            }
            return new DeviceColumn(
                    DataType.INT32,
                    column.length(),
                    numbers,
                    validity == null ? null : validity.retain(),
                    column.firstBit());
        } catch (RuntimeException | Error failure) {
            numbers.close();
            throw failure;
        }
    }

    /// The inputs; they are this object's.
    List<DeviceColumn> inputs() {
        return inputs;
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
            return Take.rows(known, Objects.requireNonNull(words.segment()), numbers.length(), pool);
        }
    }

    @Override
    public void close() {
        inputs.forEach(DeviceColumn::close);
        texts.values().forEach(TextIds::close);
    }
}
