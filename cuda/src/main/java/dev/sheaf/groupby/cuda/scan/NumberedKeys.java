package dev.sheaf.groupby.cuda.scan;

import dev.sheaf.column.DataType;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.text.TextIds;
import dev.sheaf.memory.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Text keys as numbers of their distinct texts, so that the fast strategies take texts of any length and codes of
/// dictionaries. Call inside [dev.sheaf.cuda.driver.Device#call].
///
/// Cost: a look at the bytes of each text and a place in a hash table, or a look-up a row for codes.
public final class NumberedKeys implements AutoCloseable {
    private final DeviceRun run;
    private final List<DeviceColumn> inputs = new ArrayList<>();

    private NumberedKeys(DeviceRun run) {
        this.run = run;
    }

    /// The inputs of a plan with numbers for texts; nothing if no key is a text, or if the scan reads one for
    /// something else.
    ///
    /// @param texts gets the texts that it has not
    /// @param chunkRows how many rows are numbered at once
    public static Optional<NumberedKeys> of(
            FastPlan fast, KeyTexts texts, List<DeviceColumn> inputs, long chunkRows, DeviceRun run) {
        List<Integer> keys = fast.keys().stream()
                .filter(key -> key < inputs.size() && isText(inputs.get(key)))
                .toList();
        boolean isRead = Stream.concat(fast.computed().stream(), fast.where().stream())
                .anyMatch(value -> value.reads().stream().anyMatch(keys::contains));
        if (keys.isEmpty() || isRead) {
            return Optional.empty();
        }
        NumberedKeys numbered = new NumberedKeys(run);
        try {
            for (int input = 0; input < inputs.size(); input++) {
                DeviceColumn column = inputs.get(input);
                numbered.inputs.add(
                        keys.contains(input) ? numbered.number(texts.of(input), column, chunkRows) : column.retain());
            }
            return Optional.of(numbered);
        } catch (RuntimeException | Error failure) {
            numbered.close();
            throw failure;
        }
    }

    /// Whether a column is of text or of codes of texts.
    public static boolean isText(DeviceColumn column) {
        DeviceColumn dictionary = column.dictionary();
        return column.offsets() != null || (dictionary != null && dictionary.offsets() != null);
    }

    private DeviceColumn number(TextIds ids, DeviceColumn column, long chunkRows) {
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
    public List<DeviceColumn> inputs() {
        return inputs;
    }

    @Override
    public void close() {
        inputs.forEach(DeviceColumn::close);
    }
}
