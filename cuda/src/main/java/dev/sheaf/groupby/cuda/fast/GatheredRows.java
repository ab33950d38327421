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
import dev.sheaf.groupby.cuda.device.Signal;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
        Stream stream) {
    private static final int THREADS = 256;
    private static final int BITS = 32;

    /// Bytes behind the last text that may be read.
    private static final int TEXT_MARGIN = 16;

    private static final Specialization KERNEL =
            Specialization.of(KernelFile.GATHER_ROWS).number("THREADS", THREADS);

    /// What is compiled.
    public static Specialization specialization() {
        return KERNEL;
    }

    /// The keys that some rows have, to be closed by the caller; nothing if the texts of one column come to more
    /// than 2 GiB.
    Optional<List<DeviceColumn>> keys(List<DeviceColumn> columns) {
        List<DeviceColumn> gathered = new ArrayList<>();
        try (Closer closer = new Closer()) {
            for (DeviceColumn column : columns) {
                Optional<DeviceColumn> rows = key(column);
                if (rows.isEmpty()) {
                    return Optional.empty();
                }
                gathered.add(closer.add(rows.orElseThrow()));
            }
            closer.release();
            return Optional.of(gathered);
        }
    }

    /// The rows of a column as [#of] gives them, as keys of groups: whichever row of a group is taken, floats are
    /// the same.
    public Optional<DeviceColumn> key(DeviceColumn column) {
        try (Closer closer = new Closer()) {
            Optional<DeviceColumn> gathered = of(column).map(closer::add);
            gathered.ifPresent(keys -> new CanonicalKeys(kernels, accounts, stream).canonicalize(keys));
            closer.release();
            return gathered;
        }
    }

    /// The rows of a column, to be closed by the caller; of a dictionary, its texts. Nothing if texts come to
    /// more than 2 GiB.
    public Optional<DeviceColumn> of(DeviceColumn column) {
        DeviceColumn values = column.dictionary() == null ? column : column.dictionary();
        try (Closer closer = new Closer()) {
            Buffer bits = column.validity() == null && taken == null ? null : allocate(bitmapBytes(), closer);
            Optional<DeviceColumn> gathered =
                    values.offsets() == null ? values(column, bits, closer) : texts(column, values, bits, closer);
            if (gathered.isPresent()) {
                closer.release();
            }
            return gathered;
        }
    }

    /// Makes of numbers of rows the rows of numbers: `groupRows` gets them, `numbers` are all different.
    public void invert() {
        launch("invert_numbers", blocks(), struct(0, 0, 0, 0, 0).add(0L).add(0L).add(0L));
    }

    /// Bools of bytes, to be closed by the caller.
    static DeviceColumn packed(DeviceColumn bytes, KernelStore kernels, MemoryPool accounts, Stream stream) {
        GatheredRows rows = new GatheredRows(bytes.length(), null, bytes.values(), null, kernels, accounts, stream);
        try (Closer closer = new Closer()) {
            Buffer bits = rows.allocate(rows.bitmapBytes(), closer);
            KernelStruct struct = rows.struct(bytes.values().address(), 0, 0, 0, 0);
            rows.launch(
                    "pack_bits",
                    rows.blocks(),
                    struct.add(0L).add(bits.address()).add(0L));
            Buffer validity = bytes.validity() == null ? null : bytes.validity().retain();
            closer.release();
            return new DeviceColumn(DataType.BOOL, bytes.length(), bits, validity, bytes.firstBit());
        }
    }

    /// Numbers all rows in order: `groupRows` gets the numbers.
    public void number() {
        launch("count_rows", blocks(), struct(0, 0, 0, 0, 0).add(0L).add(0L).add(0L));
    }

    /// Takes numbers of rows from what an aggregate has picked: `groupRows` gets them, and `ordinals` if they are
    /// there.
    void pick(DeviceColumn packed, boolean isInverted, @Nullable Buffer ordinals) {
        KernelStruct struct = struct(packed.values().address(), packed.validityAddress(), isInverted ? 1 : 0, 0, 0);
        struct.add((long) packed.cudaType().byteWidth())
                .add(ordinals == null ? 0 : ordinals.address())
                .add(0L);
        launch("picked_rows", blocks(), struct);
    }

    private long bitmapBytes() {
        return (count + BITS - 1) / BITS * Integer.BYTES;
    }

    private Optional<DeviceColumn> values(DeviceColumn column, @Nullable Buffer bits, Closer closer) {
        boolean isBits = column.type().equals(DataType.BOOL);
        int width = isBits ? 0 : column.cudaType().byteWidth();
        Buffer to = allocate(isBits ? bitmapBytes() : count * width, closer);
        KernelStruct struct = struct(column, column);
        struct.add((long) width).add(to.address()).add(bits == null ? 0 : bits.address());
        struct.add(0L).add(0L).add(0L).add(0L);
        launch("gather_rows", blocks(), struct);
        return Optional.of(new DeviceColumn(column.type(), count, to, bits, 0));
    }

    private Optional<DeviceColumn> texts(
            DeviceColumn column, DeviceColumn values, @Nullable Buffer bits, Closer closer) {
        if (count == 0) {
            return Optional.of(noTexts(values, bits, closer));
        }
        Buffer offsets = allocate((count + 1) * Integer.BYTES, closer);
        long sumBytes = (blocks() + 1L) * Long.BYTES;
        try (Buffer sums = stream.device()
                        .memory()
                        .allocateZeroed(accounts, sumBytes + Long.BYTES, "sizes of texts", stream);
                Signal signal = new Signal(accounts, 1, "sizes of texts", stream)) {
            long bitsAt = bits == null ? 0 : bits.address();
            TextsTo to = new TextsTo(bitsAt, offsets.address(), sums.address(), sums.address() + sumBytes, signal);
            launch("text_sizes", blocks(), to.write(struct(column, values), 0));
            launch("text_starts", 1, to.write(struct(column, values), 0));
            signal.await();
            long bytes = signal.get(0);
            if (bytes > Integer.MAX_VALUE) {
                return Optional.empty();
            }
            Buffer texts = allocate(bytes + TEXT_MARGIN, closer);
            launch("gather_texts", blocks(), to.write(struct(column, values), texts.address()));
            return Optional.of(new DeviceColumn(values.type(), count, texts, bits, 0, offsets));
        }
    }

    /// No kernel runs whose signal would bring the sizes.
    private DeviceColumn noTexts(DeviceColumn values, @Nullable Buffer bits, Closer closer) {
        Buffer offsets = stream.device().memory().allocateZeroed(accounts, Integer.BYTES, "keys of groups", stream);
        closer.add(offsets);
        return new DeviceColumn(values.type(), 0, allocate(TEXT_MARGIN, closer), bits, 0, offsets);
    }

    /// The memory into which texts go.
    private record TextsTo(long validity, long offsets, long sums, long done, Signal signal) {
        KernelStruct write(KernelStruct struct, long texts) {
            return struct.add(0L)
                    .add(texts)
                    .add(validity)
                    .add(offsets)
                    .add(sums)
                    .add(done)
                    .add(signal.address());
        }
    }

    private KernelStruct struct(DeviceColumn column, DeviceColumn values) {
        return struct(
                values.values().address(),
                column.validityAddress(),
                column.firstBit(),
                values.offsetsAddress(),
                column.dictionary() == null ? 0 : column.values().address());
    }

    /// The first members of `struct Params`.
    private KernelStruct struct(long data, long validity, long firstBit, long offsets, long codes) {
        return new KernelStruct(stream)
                .add(count)
                .add(numbers == null ? 0 : numbers.address())
                .add(groupRows.address())
                .add(taken == null ? 0 : taken.address())
                .add(data)
                .add(validity)
                .add(firstBit)
                .add(offsets)
                .add(codes);
    }

    private int blocks() {
        return Math.toIntExact((count + THREADS - 1) / THREADS);
    }

    /// Members that are not there are 0.
    private void launch(String function, int blocks, KernelStruct struct) {
        if (count > 0) {
            Kernel kernel = kernels.get(KernelFile.GATHER_ROWS, () -> KERNEL);
            stream.launchWith(kernel.function(function), new LaunchShape(blocks, THREADS), struct.segment());
        }
    }

    private Buffer allocate(long bytes, Closer closer) {
        Buffer buffer = stream.device().memory().allocate(accounts, Math.max(bytes, 1), "keys of groups", stream);
        return Objects.requireNonNull(closer.add(buffer));
    }
}
