package dev.sheaf.groupby.cuda.text;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Take;
import dev.sheaf.column.Validity;
import dev.sheaf.cuda.driver.Scratch;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceArray;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Dense numbers for the distinct texts of one column, kept from chunk to chunk, so that all that follows works
/// on numbers of 32 bits. See `intern_text.cu`.
public final class TextIds implements AutoCloseable {
    private static final Specialization KERNEL = TextDownload.KERNEL;

    private static final int NONE = -1;

    /// All texts are downloaded once there is a row for so many of them.
    private static final int FEW = 4;

    private final DeviceRun run;
    private final SlotTable slots;
    private final DeviceArray texts;
    private final DeviceArray sizes;
    private final Buffer counter;
    private final List<Buffer> kept = new ArrayList<>();
    private int count;

    public TextIds(DeviceRun run, long firstSlots) {
        this.run = run;
        try (Closer closer = new Closer()) {
            SlotTable table = new SlotTable(run, firstSlots);
            closer.add(table);
            DeviceArray addresses = new DeviceArray(run, Long.BYTES, 0, "texts");
            closer.add(addresses);
            DeviceArray lengths = new DeviceArray(run, Integer.BYTES, 0, "text sizes");
            closer.add(lengths);
            this.counter = run.filled(Long.BYTES, 0, "text count");
            this.slots = table;
            this.texts = addresses;
            this.sizes = lengths;
            closer.release();
        }
    }

    /// The numbers of the texts of a column's rows, int32; those of null rows mean nothing. `valid` has a byte
    /// a row.
    public Buffer number(DeviceColumn column, @Nullable Buffer valid) {
        DeviceColumn dictionary = column.dictionary();
        return dictionary == null ? plain(column, valid) : encoded(column, dictionary, valid);
    }

    private Buffer encoded(DeviceColumn column, DeviceColumn dictionary, @Nullable Buffer valid) {
        try (Buffer numbers = plain(dictionary, null)) {
            Buffer texts = run.allocate(column.length() * Integer.BYTES, "text numbers");
            run.each(
                    KERNEL,
                    "map_codes",
                    column.length(),
                    column.values().address(),
                    valid == null ? 0 : valid.address(),
                    column.length(),
                    numbers.address(),
                    dictionary.length(),
                    texts.address());
            return texts;
        }
    }

    private Buffer plain(DeviceColumn column, @Nullable Buffer valid) {
        int rows = Math.toIntExact(column.length());
        slots.reserve(
                count,
                rows,
                (address, mask) -> run.each(
                        KERNEL, "rehash_texts", count, texts.address(), sizes.address(), count, address, mask));
        texts.reserve((long) count + rows);
        sizes.reserve((long) count + rows);
        Buffer numbers = run.allocate((long) rows * Integer.BYTES, "text numbers");
        try {
            intern(column, valid, rows, numbers);
            int before = count;
            count = (int) word(counter, Integer.BYTES);
            keep(before);
            return numbers;
        } catch (RuntimeException | Error failure) {
            numbers.close();
            throw failure;
        }
    }

    private void intern(DeviceColumn column, @Nullable Buffer valid, int rows, Buffer numbers) {
        long offsets = column.offsetsAddress();
        long bytes = column.values().address();
        run.each(
                KERNEL,
                "intern_text",
                rows,
                offsets,
                0,
                bytes,
                valid == null ? 0 : valid.address(),
                rows,
                slots.address(),
                slots.mask(),
                texts.address(),
                sizes.address(),
                numbers.address());
        run.each(
                KERNEL,
                "number_texts",
                rows,
                offsets,
                0,
                bytes,
                numbers.address(),
                rows,
                slots.address(),
                texts.address(),
                sizes.address(),
                counter.address());
        run.each(KERNEL, "text_of_rows", rows, slots.address(), numbers.address(), rows);
    }

    /// Copies the texts from entry `first` on to memory of their own.
    private void keep(int first) {
        if (first == count) {
            return;
        }
        try (Buffer total = run.filled(Long.BYTES, 0, "text bytes")) {
            run.each(KERNEL, "measure_texts", count - first, sizes.address(), first, count, total.address());
            long bytes = word(total, Long.BYTES);
            Buffer room = run.allocate(bytes, "texts");
            kept.add(room);
            run.stream().fill(total, 0, Long.BYTES, (byte) 0);
            run.each(
                    KERNEL,
                    "keep_texts",
                    count - first,
                    texts.address(),
                    sizes.address(),
                    first,
                    count,
                    room.address(),
                    total.address());
        }
    }

    private long word(Buffer source, int bytes) {
        MemorySegment word = Scratch.block(Long.BYTES);
        run.fetch(source, word.asSlice(0, bytes));
        return word.get(JAVA_LONG, 0);
    }

    /// The addresses of the texts by number.
    public long addresses() {
        return texts.address();
    }

    /// The sizes of the texts by number.
    public long sizes() {
        return sizes.address();
    }

    /// The texts by number, on the host; to be closed by the caller.
    public Column download(DataType type, MemoryPool pool) {
        return new TextDownload(run, pool).of(type, texts.buffer(), sizes.buffer(), Validity.allValid(count));
    }

    /// The texts by number, on the device; to be closed by the caller. Nothing if they come to more than 2 GiB.
    public Optional<DeviceColumn> onDevice(DataType type, MemoryPool pool) {
        return new TextDownload(run, pool).together(type, texts.buffer(), sizes.buffer(), count);
    }

    /// The texts of some numbers, int32 on the host, for the rows that are valid; to be closed by the caller. Of few
    /// rows only their texts are downloaded, of many all texts once.
    public Column take(DataType type, Buffer numbers, Validity validity, MemoryPool pool) {
        long rows = validity.length();
        MemorySegment words = numbers.segment().asSlice(0, rows * Integer.BYTES);
        for (long row = 0; row < rows; row++) {
            if (!validity.isValid(row)) {
                words.setAtIndex(JAVA_INT, row, NONE);
            }
        }
        if (rows * FEW < count) {
            return few(type, words, validity, pool);
        }
        try (Column known = download(type, pool)) {
            return Take.rows(known, words, rows, pool);
        }
    }

    private Column few(DataType type, MemorySegment numbers, Validity validity, MemoryPool pool) {
        long rows = validity.length();
        try (Buffer wanted = run.small(numbers, "text numbers");
                Buffer addresses = run.allocate(rows * Long.BYTES, "texts");
                Buffer lengths = run.allocate(rows * Integer.BYTES, "text sizes")) {
            run.each(
                    KERNEL,
                    "pick_texts",
                    rows,
                    wanted.address(),
                    rows,
                    texts.address(),
                    sizes.address(),
                    addresses.address(),
                    lengths.address());
            return new TextDownload(run, pool).of(type, addresses, lengths, validity.slice(0, rows));
        }
    }

    @Override
    public void close() {
        slots.close();
        texts.close();
        sizes.close();
        counter.close();
        kept.forEach(Buffer::close);
        kept.clear();
    }
}
