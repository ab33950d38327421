package dev.sheaf.groupby.cpu;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.VarColumn;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One key of text or binary values: as the numbers in which its texts end, if the first chunk is all such
/// ([DigitTexts]) and they are many; else as texts, by a [TextGrouper].
///
/// Numbers need no table of texts, and what is there for whole numbers serves: an index, states at the place of
/// the number. When a text comes that is not of this kind, the groups so far become texts, in the order of
/// their ids, so that these stay.
final class DigitGrouper implements Grouper {
    /// Columns of more rows are not made numbers as a whole.
    private static final long MOST_ROWS = 1L << 17;

    private final DataType type;
    private final boolean keepNulls;
    private final CpuSettings settings;
    private final MemoryPool pool;
    private int reserved;
    private @Nullable DigitTexts digits;
    private @Nullable WordGrouper numbers;
    private @Nullable TextGrouper texts;

    /// How many groups of numbers, once texts are grouped, are known to have which ids.
    private int moved;

    private int[] movedIds = new int[0];
    private @Nullable Column wholeOf;
    private @Nullable FixedColumn whole;
    private @Nullable Buffer chunk;

    DigitGrouper(DataType type, boolean keepNulls, CpuSettings settings, MemoryPool pool) {
        this.type = type;
        this.keepNulls = keepNulls;
        this.settings = settings;
        this.pool = pool;
    }

    @Override
    public int groupCount() {
        return texts != null ? texts.groupCount() : numbers != null ? numbers.groupCount() : 0;
    }

    @Override
    public void expect(List<Optional<KeyRange>> ranges) {}

    @Override
    public void reserve(int groups) {
        reserved = groups;
        if (texts != null) {
            texts.reserve(groups);
        } else if (numbers != null) {
            numbers.reserve(groups);
        }
    }

    @Override
    public void assign(List<Column> keys, long from, int rows, int[] ids) {
        FixedColumn values = numbersOf(keys.getFirst(), from, rows);
        if (values == null || numbers == null) {
            asTexts().assign(keys, from, rows, ids);
            return;
        }
        try (values) {
            numbers.assign(List.of(values), 0, rows, ids);
        }
    }

    @Override
    public void assign(List<Column> keys, long from, int rows, byte[] wanted, int[] ids) {
        FixedColumn values = numbersOf(keys.getFirst(), from, rows);
        if (values == null || numbers == null) {
            asTexts().assign(keys, from, rows, wanted, ids);
            return;
        }
        try (values) {
            numbers.assign(List.of(values), 0, rows, wanted, ids);
        }
    }

    /// The numbers of a chunk, which may be all that the key column has, to be closed by the caller; null if it has to
    /// be grouped as texts.
    private @Nullable FixedColumn numbersOf(Column key, long from, int rows) {
        if (key instanceof FixedColumn others && texts == null) {
            return others.slice(from, rows);
        }
        if (texts != null || !(key instanceof VarColumn column)) {
            return null;
        }
        DigitTexts known = digits;
        if (known == null) {
            known = DigitTexts.of(column, from, rows, settings.digitBits(), settings.chunkRows());
            if (known == null) {
                return null;
            }
            digits = known;
            numbers = new WordGrouper(List.of(DataType.INT32), RunTexts.NONE, keepNulls, settings, pool);
            numbers.reserve(reserved);
        } else if (!known.read(column, from, rows)) {
            return null;
        }
        Buffer space = chunk == null ? chunk = space(settings.chunkRows()) : chunk;
        MemorySegment.copy(known.numbers(), 0, space.segment(), ValueLayout.JAVA_INT, 0, rows);
        return new FixedColumn(
                DataType.INT32, rows, space.retain(), key.validity().slice(from, rows));
    }

    private Buffer space(long rows) {
        return pool.allocate(rows * Integer.BYTES, "group key numbers");
    }

    /// From here on texts are grouped as such.
    private TextGrouper asTexts() {
        TextGrouper known = texts;
        if (known == null) {
            known = new TextGrouper(type, keepNulls, settings, pool);
            try {
                known.reserve(reserved);
            } catch (RuntimeException | Error failure) {
                known.close();
                throw failure;
            }
            texts = known;
            move(known);
            closeColumns();
        }
        return known;
    }

    /// Gives the groups of numbers that have none an id each, in their order. A null has a chunk of its own: it gets
    /// the id after all other texts of its chunk.
    private void move(TextGrouper target) {
        WordGrouper source = numbers;
        int count = source == null ? 0 : source.groupCount();
        if (source == null || count == moved) {
            return;
        }
        movedIds = Arrays.copyOf(movedIds, count);
        int[] ids = new int[settings.chunkRows()];
        try (Column keys = keysOf(source)) {
            for (int from = moved; from < count; ) {
                int rows = rowsUpToNull(keys, from, Math.min(count, from + ids.length));
                target.assign(List.of(keys), from, rows, ids);
                System.arraycopy(ids, 0, movedIds, from, rows);
                from += rows;
            }
        }
        moved = count;
    }

    private static int rowsUpToNull(Column keys, int from, int to) {
        int end = from;
        while (end < to && keys.validity().isValid(end)) {
            end++;
        }
        return Math.max(1, end - from);
    }

    private Column keysOf(WordGrouper source) {
        try (Column values = source.keys().getFirst()) {
            return Objects.requireNonNull(digits).texts((FixedColumn) values, type, pool);
        }
    }

    @Override
    public @Nullable PlacedKeys placed(List<Column> keys, int mostBits) {
        if (texts != null) {
            return texts.placed(keys, mostBits);
        }
        FixedColumn values = numbers == null ? null : whole(keys.getFirst());
        return values == null || numbers == null ? null : numbers.placed(List.of(values), mostBits);
    }

    /// The numbers of all texts of a column, which are made once for each; null if some are not of this kind.
    @SuppressWarnings("ReferenceEquality") // a column does not change
    private @Nullable FixedColumn whole(Column key) {
        if (wholeOf == key) {
            return whole;
        }
        closeWhole();
        wholeOf = key;
        DigitTexts known = digits;
        if (known != null && key instanceof VarColumn column && key.length() <= MOST_ROWS) {
            try (Buffer space = space(key.length())) {
                if (write(known, column, space.segment())) {
                    whole = new FixedColumn(
                            DataType.INT32,
                            key.length(),
                            space.retain(),
                            key.validity().slice(0, key.length()));
                }
            }
        }
        return whole;
    }

    private boolean write(DigitTexts known, VarColumn column, MemorySegment out) {
        int most = settings.chunkRows();
        for (long from = 0; from < column.length(); from += most) {
            int rows = (int) Math.min(most, column.length() - from);
            if (!known.read(column, from, rows)) {
                return false;
            }
            MemorySegment.copy(known.numbers(), 0, out, ValueLayout.JAVA_INT, from << 2, rows);
        }
        return true;
    }

    @Override
    public void assignPlaces(PlacedKeys placed, int[] places, int count, int[] ids) {
        if (numbers == null || placed.layout() == null) {
            asTexts().assignPlaces(placed, places, count, ids);
            return;
        }
        numbers.assignPlaces(placed, places, count, ids);
        if (texts != null) {
            move(texts);
            for (int i = 0; i < count; i++) {
                ids[i] = movedIds[ids[i]];
            }
        }
    }

    @Override
    public List<Column> keys() {
        return texts == null && numbers != null
                ? List.of(keysOf(numbers))
                : asTexts().keys();
    }

    /// Numbers, if those of both are of the same texts.
    @Override
    public List<Column> keysFor(Grouper target) {
        return target instanceof DigitGrouper other && texts == null && numbers != null && other.hasNumbersOf(digits)
                ? numbers.keys()
                : keys();
    }

    @Override
    public boolean hasPackedKeysOf(Grouper other) {
        return other instanceof DigitGrouper digit && digit.hasNumbersOf(digits) && hasNumbersOf(digit.digits);
    }

    private boolean hasNumbersOf(@Nullable DigitTexts others) {
        return texts == null && digits != null && others != null && digits.isLike(others);
    }

    @Override
    public boolean isIndexed() {
        return texts == null && numbers != null && numbers.isIndexed();
    }

    @Override
    public boolean isHashed() {
        return texts == null && numbers != null && numbers.isHashed();
    }

    /// Never: ids have to stay when numbers become texts.
    @Override
    public void appends(boolean value) {}

    @Override
    public TextCounts texts() {
        return texts == null ? TextCounts.NONE : texts.texts();
    }

    @Override
    public void clear() {
        if (numbers != null) {
            numbers.clear();
        }
        if (texts != null) {
            texts.clear();
        }
        moved = 0;
    }

    @Override
    public Explanation explain(List<String> names) {
        if (texts != null || numbers == null) {
            return asTexts().explain(names);
        }
        Explanation of = numbers.explain(names);
        List<String> rejected = new ArrayList<>(of.rejected());
        rejected.add("a table of texts: the number has all that differs");
        return new Explanation(
                "texts as the numbers that they end in, " + of.strategy(), digits + "; " + of.reason(), rejected);
    }

    private void closeWhole() {
        if (whole != null) {
            whole.close();
            whole = null;
        }
        wholeOf = null;
    }

    private void closeColumns() {
        closeWhole();
        if (chunk != null) {
            chunk.close();
            chunk = null;
        }
    }

    @Override
    public void close() {
        closeColumns();
        if (numbers != null) {
            numbers.close();
        }
        if (texts != null) {
            texts.close();
        }
    }
}
