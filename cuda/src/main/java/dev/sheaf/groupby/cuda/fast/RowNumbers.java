package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.Device;
import dev.sheaf.cuda.driver.DeviceMemory;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.device.Signal;
import dev.sheaf.groupby.cuda.scan.KeyKind;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Dense numbers of groups by keys of any columns, and a row of each group: `number_rows.cu`. Call inside
/// [dev.sheaf.cuda.driver.Device#call].
///
/// @param numbers of each row; null where rows with a null key are left out
/// @param groups how many there are
/// @param shared how many of them, the first ones, may have several rows; each other has one
/// @param groupRows the row of each group, 32 bits
public record RowNumbers(DeviceColumn numbers, long groups, long shared, Buffer groupRows) implements AutoCloseable {
    /// Rows have numbers of 31 bits, beside one that says that a number is still to come; all bits are no number.
    public static final long MOST_ROWS = (1L << 31) - 1;

    private static final int THREADS = 256;
    private static final int WARP = 32;
    private static final int BLOCKS_OF_A_MULTIPROCESSOR = 8;
    private static final int COUNTERS = 4;
    private static final String PURPOSE = "group numbers";

    /// As in `number_rows.cu`: the most rows of a thread at once.
    private static final int ROWS = 4;

    /// Bytes of a slot; at most one slot in so many is taken.
    private static final int SLOT_BYTES = 16;

    private static final int SPARSITY = 2;

    /// A table that most queries need no larger one than.
    private static final long FIRST_SLOTS = 1L << 22;

    /// Slots for each of the rows that tell few groups from many.
    private static final int FIRST_ROWS = 4;

    /// How much larger the next table is, and how many times the groups that it is expected to take it has room for.
    private static final long LEAST_GROWTH = 4;

    private static final double MARGIN = 1.25;

    /// Steps to how many groups are expected, each of which halves what is not known.
    private static final int HALVINGS = 30;

    /// Numbers of groups that may all have several rows.
    RowNumbers(DeviceColumn numbers, long groups, Buffer groupRows) {
        this(numbers, groups, groups, groupRows);
    }

    /// What is compiled for.
    ///
    /// @param keys of the columns; none if they say theirs: then left-out rows have -1
    /// @param keepsNulls whether null is a key, or no key is null
    /// @param inTwo whether rows lie in two sets of columns
    /// @param hashBits 64, or fewer to see what becomes of keys with the same hash
    public record Kind(List<KeyKind> keys, boolean keepsNulls, boolean inTwo, int hashBits) {
        /// Tells it from others in a look-up of each query: comparing records takes long until Java compiles it.
        private List<Object> purpose() {
            return List.of(KernelFile.NUMBER_ROWS, keys, keepsNulls, inTwo, hashBits);
        }

        public Specialization specialization() {
            return Specialization.of(KernelFile.NUMBER_ROWS)
                    .number("THREADS", THREADS)
                    .flag("KEEPS_NULLS", keepsNulls)
                    .flag("IN_TWO", inTwo)
                    .number("HASH_BITS", hashBits)
                    .number("KEYS", keys.isEmpty() ? KeyKind.MOST : keys.size())
                    .number("COPY_WORDS", KeyKind.copyWords(keys))
                    .number("TEXT_WORDS", KeyKind.textWords(keys))
                    .code("Key", KeyKind.text(keys));
        }
    }

    /// What is shipped: kinds of any columns.
    public static List<Specialization> shipped() {
        return List.of(any(true).specialization(), any(false).specialization());
    }

    private static Kind any(boolean keepsNulls) {
        return new Kind(List.of(), keepsNulls, false, Long.SIZE);
    }

    /// Numbers rows by a shipped kernel; those that are left out get -1.
    ///
    /// @param keys at most [KeyKind#MOST]
    /// @param keep a byte a row, which is 0 for rows that are left out; null if only null keys may leave rows out
    public static RowNumbers ofAny(
            KernelStore kernels,
            MemoryPool accounts,
            Stream stream,
            List<DeviceColumn> keys,
            boolean keepsNulls,
            @Nullable Buffer keep) {
        return new Tables(kernels, accounts, stream, FIRST_SLOTS, Long.SIZE, true, keep).of(keys, keepsNulls);
    }

    /// The same of rows that all have a key; empty if a table of some slots, a power of two, has no room for the
    /// groups. The first rows mostly tell, and leave slots free: in a table that fills up rows look ever longer.
    public static Optional<RowNumbers> ofFew(
            KernelStore kernels, MemoryPool accounts, Stream stream, List<DeviceColumn> keys, long slots) {
        Tables tables = new Tables(kernels, accounts, stream, slots, Long.SIZE, true, null);
        long rows = keys.getFirst().length();
        long first = Math.min(slots, Tables.most(rows));
        long looked = Math.max(1, first / FIRST_ROWS);
        if (looked < rows) {
            try (RowNumbers numbers = tables.attempt(keys, looked, first).orElse(null)) {
                if (numbers == null || Tables.expected(numbers.groups(), looked, rows) > slots) {
                    return Optional.empty();
                }
            }
        }
        return tables.attempt(keys, rows, first);
    }

    /// The tables of numbers.
    ///
    /// @param firstSlots of the first one that is tried, a power of two
    /// @param hashBits as [Kind] has them
    /// @param isShipped whether a shipped kernel is taken, which leaves out rows by `keep`
    record Tables(
            KernelStore kernels,
            MemoryPool accounts,
            Stream stream,
            long firstSlots,
            int hashBits,
            boolean isShipped,
            @Nullable Buffer keep) {
        Tables(KernelStore kernels, MemoryPool accounts, Stream stream) {
            this(kernels, accounts, stream, FIRST_SLOTS, Long.SIZE);
        }

        Tables(KernelStore kernels, MemoryPool accounts, Stream stream, long firstSlots, int hashBits) {
            this(kernels, accounts, stream, firstSlots, hashBits, false, null);
        }

        /// Numbers the rows of some columns of equal length, at least one, and waits for how many groups there are.
        ///
        /// @param keepsNulls whether null is a key
        RowNumbers of(List<DeviceColumn> keys, boolean keepsNulls) {
            return of(keys, List.of(), keepsNulls);
        }

        private Optional<RowNumbers> attempt(List<DeviceColumn> keys, long rows, long slots) {
            return switch (new Attempt(this, keys, List.of(), true, rows, slots).run()) {
                case Attempt.Result.Numbered(RowNumbers numbers) -> Optional.of(numbers);
                case Attempt.Result.Full _ -> Optional.empty();
            };
        }

        /// The same of rows that lie in two sets of columns, those of `more` behind those of `keys`.
        RowNumbers of(List<DeviceColumn> keys, List<DeviceColumn> more, boolean keepsNulls) {
            long rows = keys.getFirst().length()
                    + (more.isEmpty() ? 0 : more.getFirst().length());
            long mostSlots = most(rows);
            long slots = Math.min(firstSlots, mostSlots);
            while (true) {
                switch (new Attempt(this, keys, more, keepsNulls, rows, slots).run()) {
                    case Attempt.Result.Numbered(RowNumbers numbers) -> {
                        return numbers;
                    }
                    case Attempt.Result.Full(long groups, long looked) ->
                        slots = slots < mostSlots
                                ? Math.min(Math.max(expected(groups, looked, rows), slots * LEAST_GROWTH), mostSlots)
                                : slots * 2;
                }
            }
        }

        /// Slots that any rows of this number find room in.
        static long most(long rows) {
            return Math.max(Long.highestOneBit(2 * SPARSITY * rows - 1), 2);
        }

        /// Slots for the groups that there may be of `rows` rows, of which the first `looked` had `groups`.
        ///
        /// If keys are equally frequent and come in any order, G groups show G * (1 - exp(-looked / G)) of
        /// them. Keys that lie together promise too few, and no fewer than those that are there.
        static long expected(long groups, long looked, long rows) {
            double least = groups;
            double most = Math.max(groups, rows);
            for (int step = 0; step < HALVINGS; step++) {
                double middle = (least + most) / 2;
                if (middle * -Math.expm1(-looked / middle) < groups) {
                    least = middle;
                } else {
                    most = middle;
                }
            }
            return Long.highestOneBit((long) (MARGIN * SPARSITY * most)) << 1;
        }
    }

    /// An attempt with a table of a given number of slots.
    private record Attempt(
            Tables tables,
            List<DeviceColumn> keys,
            List<DeviceColumn> more,
            boolean keepsNulls,
            long rows,
            long slots) {
        /// What became of it.
        sealed interface Result {
            record Numbered(RowNumbers numbers) implements Result {}

            /// The table has no room for the groups of so many rows, which may be a little more than were looked at.
            record Full(long groups, long looked) implements Result {}
        }

        Result run() {
            Stream stream = tables.stream();
            MemoryPool accounts = tables.accounts();
            long most = Math.min(slots / SPARSITY, rows);
            boolean hasNulls = !keepsNulls && mayBeNull(keys);
            boolean isShipped = tables.isShipped();
            Kind kind = isShipped
                    ? any(!hasNulls)
                    : new Kind(KeyKind.of(keys), !hasNulls, !more.isEmpty(), tables.hashBits());
            Kernel kernel = tables.kernels().get(kind.purpose(), kind::specialization);
            long tableBytes = slots * SLOT_BYTES;
            try (Buffer table = allocateZeroed(tableBytes + COUNTERS * Long.BYTES);
                    Signal signal = new Signal(accounts, COUNTERS - 1, "group numbers", stream);
                    Buffer numbers = allocate(rows * Integer.BYTES);
                    Buffer groupRows = allocate(most * Integer.BYTES);
                    Buffer copies = allocateZeroed(most * KeyKind.copyWords(kind.keys()) * Long.BYTES);
                    Buffer valid = allocate(hasNulls ? (rows + WARP - 1) / WARP * Integer.BYTES : Integer.BYTES)) {
                KernelStruct struct =
                        new KernelStruct(stream).add(rows).add(keys.getFirst().length());
                if (isShipped) {
                    KeyKind.writeAny(struct, keys);
                } else {
                    keys.forEach(key -> KeyKind.write(struct, key));
                }
                (more.isEmpty() ? keys.subList(0, 1) : more).forEach(key -> KeyKind.write(struct, key));
                struct.add(table.address())
                        .add(copies.address())
                        .add(slots - 1)
                        .add(most)
                        .add(numbers.address())
                        .add(valid.address())
                        .add(tables.keep() == null ? 0 : tables.keep().address())
                        .add(groupRows.address())
                        .add(table.address() + tableBytes)
                        .add(signal.address());
                Device device = stream.device();
                long blocks = Math.min(
                        (rows + ROWS * THREADS - 1) / (ROWS * THREADS),
                        (long) device.info().multiprocessors() * BLOCKS_OF_A_MULTIPROCESSOR);
                LaunchShape shape = new LaunchShape((int) blocks, THREADS);
                stream.launchWith(kernel.function(), shape, struct.segment());
                stream.launchWith(kernel.function("resolve_pending"), shape, struct.segment());
                signal.await();
                if (signal.get(1) != 0) {
                    return new Result.Full(signal.get(0), signal.get(2));
                }
                Buffer bits = hasNulls && !isShipped ? valid.retain() : null;
                DeviceColumn column = new DeviceColumn(DataType.INT32, rows, numbers.retain(), bits, 0);
                return new Result.Numbered(new RowNumbers(column, signal.get(0), groupRows.retain()));
            }
        }

        private static boolean mayBeNull(List<DeviceColumn> keys) {
            for (DeviceColumn key : keys) {
                if (key.validity() != null) {
                    return true;
                }
            }
            return false;
        }

        private Buffer allocate(long bytes) {
            return memory().allocate(tables.accounts(), bytes, PURPOSE, tables.stream());
        }

        private Buffer allocateZeroed(long bytes) {
            return memory().allocateZeroed(tables.accounts(), bytes, PURPOSE, tables.stream());
        }

        private DeviceMemory memory() {
            return tables.stream().device().memory();
        }
    }

    @Override
    public void close() {
        numbers.close();
        groupRows.close();
    }
}
