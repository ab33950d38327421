package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Some rows of columns as columns of their own: `gather_rows.cu`. Call inside
/// [dev.sheaf.cuda.driver.Device#call].
///
/// @param count how many rows the result has
/// @param numbers for each row of the result, the place of its row in `groupRows`, 32 bits; without it, rows stand
///     there in order
/// @param groupRows numbers of rows, 32 bits
/// @param taken a bit for each row of the result that is not null, if there are others
public record GatheredRows(
        long count,
        @Nullable Buffer numbers,
        Buffer groupRows,
        @Nullable Buffer taken,
        KernelStore kernels,
        MemoryPool accounts,
        Stream stream)
        implements GatheredTexts.Rows {
    private static final int THREADS = 256;
    private static final int BITS = 32;

    /// As in `gather_rows.cu`: results of a thread at once, and the most columns of a launch.
    private static final int ROWS = 4;

    private static final int COLUMNS = 16;

    /// A kind there: numbers of 32 bits that get 64.
    private static final long I32_AS_I64 = 12;

    /// Members of `struct Params` that are for texts alone.
    private static final int TEXT_WORDS = 6;

    private static final Specialization KERNEL =
            Specialization.of(KernelFile.GATHER_ROWS).number("THREADS", THREADS);

    /// What is compiled.
    public static Specialization specialization() {
        return KERNEL;
    }

    /// The rows of columns as [#all] gives them, as keys of groups: all NaNs are one, and so are both zeros,
    /// whichever row of a group is taken.
    public Optional<List<DeviceColumn>> keys(List<DeviceColumn> columns) {
        return gathered(columns, types(columns), true, false);
    }

    /// The same of one column.
    public Optional<DeviceColumn> key(DeviceColumn column) {
        return keys(List.of(column)).map(List::getFirst);
    }

    /// The rows of a column as [#all] gives them.
    public Optional<DeviceColumn> of(DeviceColumn column) {
        return all(List.of(column)).map(List::getFirst);
    }

    /// The rows of columns, to be closed by the caller; of a dictionary, its texts. Nothing if the texts of one column
    /// come to more than 2 GiB.
    ///
    /// Cost: numbers of rows are read once for sixteen columns, and twice for each of texts. Waits for
    /// how long these are.
    public Optional<List<DeviceColumn>> all(List<DeviceColumn> columns) {
        return gathered(columns, types(columns), false, false);
    }

    /// The rows of columns of numbers as [#all] gives them, int32 as int64 where that is the type.
    public List<DeviceColumn> all(List<DeviceColumn> columns, List<DataType> types) {
        return gathered(columns, types, false, false).orElseThrow();
    }

    private static List<DataType> types(List<DeviceColumn> columns) {
        List<DataType> types = new ArrayList<>(columns.size());
        for (DeviceColumn column : columns) {
            types.add(column.type());
        }
        return types;
    }

    /// The same of one column where results may have no row, the number -1, and are null then.
    public Optional<DeviceColumn> ofSome(DeviceColumn column) {
        return gathered(List.of(column), List.of(column.type()), false, true).map(List::getFirst);
    }

    private Optional<List<DeviceColumn>> gathered(
            List<DeviceColumn> columns, List<DataType> types, boolean areKeys, boolean mayMiss) {
        try (Closer results = new Closer();
                Closer work = new Closer()) {
            List<Supplier<Optional<DeviceColumn>>> made = new ArrayList<>();
            List<long[]> values = new ArrayList<>();
            for (DeviceColumn column : columns) {
                boolean mayBeNull = mayMiss || taken != null || column.validity() != null;
                Buffer bits = mayBeNull ? allocate(bitmapBytes(), results) : null;
                DeviceColumn held = column.dictionary() == null ? column : column.dictionary();
                boolean areTexts = held.offsets() != null;
                DataType type = types.get(made.size());
                made.add(
                        areTexts
                                ? texts(column, bits, results, work)
                                : values(column, type, areKeys, bits, results, values));
            }
            for (int first = 0; first < values.size(); first += COLUMNS) {
                List<long[]> some = values.subList(first, Math.min(first + COLUMNS, values.size()));
                launch(some.size() == 1 ? "gather_column" : "gather_rows", blocks(), struct(some));
            }
            List<DeviceColumn> gathered = new ArrayList<>();
            for (Supplier<Optional<DeviceColumn>> each : made) {
                Optional<DeviceColumn> column = each.get();
                if (column.isEmpty()) {
                    return Optional.empty();
                }
                gathered.add(column.orElseThrow());
            }
            results.release();
            return Optional.of(gathered);
        }
    }

    /// Adds to `values` what the kernel is told of a column.
    private Supplier<Optional<DeviceColumn>> values(
            DeviceColumn column,
            DataType type,
            boolean isKey,
            @Nullable Buffer bits,
            Closer results,
            List<long[]> values) {
        boolean areBits = type instanceof DataType.BoolType;
        boolean isWider = !type.equals(column.type());
        int width = areBits ? 0 : isWider ? Long.BYTES : column.cudaType().byteWidth();
        boolean isCanonical = isKey && column.type().isFloating();
        Buffer to = allocate(areBits ? bitmapBytes() : count * width, results);
        values.add(new long[] {
            column.values().address(),
            column.validityAddress(),
            column.firstBit(),
            isWider ? I32_AS_I64 : isCanonical ? (long) width * Byte.SIZE : width,
            to.address(),
            bits == null ? 0 : bits.address()
        });
        return () -> Optional.of(new DeviceColumn(type, count, to, bits, 0));
    }

    private Supplier<Optional<DeviceColumn>> texts(
            DeviceColumn column, @Nullable Buffer bits, Closer results, Closer work) {
        if (count == 0) {
            DeviceColumn none = GatheredTexts.none(this, column, bits, results);
            return () -> Optional.of(none);
        }
        GatheredTexts texts = GatheredTexts.begin(this, column, bits, results, work);
        return () -> texts.finish(results);
    }

    /// Makes of numbers of rows the rows of numbers: `groupRows` gets them, `numbers` are all different.
    public void invert() {
        launchEach("invert_numbers", struct(0, 0, 0, 0, 0, 0));
    }

    /// Bools of bytes, to be closed by the caller.
    public static DeviceColumn packed(DeviceColumn bytes, KernelStore kernels, MemoryPool accounts, Stream stream) {
        GatheredRows rows = new GatheredRows(bytes.length(), null, bytes.values(), null, kernels, accounts, stream);
        try (Closer closer = new Closer()) {
            Buffer bits = rows.allocate(rows.bitmapBytes(), closer);
            rows.launchEach("pack_bits", rows.struct(bytes.values().address(), 0, 0, 0, bits.address(), 0));
            Buffer validity = bytes.validity() == null ? null : bytes.validity().retain();
            closer.release();
            return new DeviceColumn(DataType.BOOL, bytes.length(), bits, validity, bytes.firstBit());
        }
    }

    /// Numbers all rows in order: `groupRows` gets the numbers.
    public void number() {
        launchEach("count_rows", struct(0, 0, 0, 0, 0, 0));
    }

    /// Takes numbers of rows from what an aggregate has picked: `groupRows` gets them, and `ordinals` if they are
    /// there.
    void pick(DeviceColumn packed, boolean isInverted, @Nullable Buffer ordinals) {
        KernelStruct struct = struct(
                packed.values().address(),
                packed.validityAddress(),
                isInverted ? 1 : 0,
                packed.cudaType().byteWidth(),
                ordinals == null ? 0 : ordinals.address(),
                0);
        launchEach("picked_rows", struct);
    }

    private long bitmapBytes() {
        return (count + BITS - 1) / BITS * Integer.BYTES;
    }

    /// `struct Params`, but for the members of texts.
    @Override
    public KernelStruct struct(long data, long validity, long firstBit, long kind, long to, long toValidity) {
        return rows().add(data).add(validity).add(firstBit).add(kind).add(to).add(toValidity);
    }

    /// `struct Columns`.
    private KernelStruct struct(List<long[]> values) {
        KernelStruct struct = rows().add((long) values.size());
        values.forEach(struct::addWords);
        return struct.addWords(new long[(COLUMNS - values.size()) * values.getFirst().length]);
    }

    private KernelStruct rows() {
        return new KernelStruct(stream)
                .add(count)
                .add(numbers == null ? 0 : numbers.address())
                .add(groupRows.address())
                .add(taken == null ? 0 : taken.address());
    }

    /// Of kernels that gather.
    @Override
    public int blocks() {
        return Math.toIntExact((count + ROWS * THREADS - 1) / (ROWS * THREADS));
    }

    private void launchEach(String function, KernelStruct struct) {
        launch(function, Math.toIntExact((count + THREADS - 1) / THREADS), struct.addWords(new long[TEXT_WORDS]));
    }

    @Override
    public void launch(String function, int blocks, KernelStruct struct) {
        if (count > 0) {
            Kernel kernel = kernels.get(KernelFile.GATHER_ROWS, () -> KERNEL);
            stream.launchWith(kernel.function(function), new LaunchShape(blocks, THREADS), struct.segment());
        }
    }

    @Override
    public Buffer allocate(long bytes, Closer closer) {
        Buffer buffer = stream.device().memory().allocate(accounts, Math.max(bytes, 1), "keys of groups", stream);
        return Objects.requireNonNull(closer.add(buffer));
    }
}
