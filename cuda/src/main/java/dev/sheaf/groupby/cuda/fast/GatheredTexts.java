package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.device.Signal;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The texts of some rows on their way: their sizes are added up, and there is memory for them once the host knows how
/// many bytes they have (`gather_rows.cu`).
///
/// @param rows which rows
/// @param column the column, which may have a dictionary
/// @param texts the texts themselves
/// @param bits which results have one, if there are others
/// @param offsets where each result begins
/// @param sums the bytes of each block, and a counter
record GatheredTexts(
        Rows rows,
        DeviceColumn column,
        DeviceColumn texts,
        @Nullable Buffer bits,
        Buffer offsets,
        Buffer sums,
        Signal signal) {
    /// Which rows are gathered, and how kernels that gather them are launched.
    interface Rows {
        long count();

        MemoryPool accounts();

        Stream stream();

        /// Memory of the device, closed with `closer`.
        Buffer allocate(long bytes, Closer closer);

        /// Blocks that see every result.
        int blocks();

        void launch(String function, int blocks, KernelStruct struct);

        /// What kernels are told of the rows, and of a column of fixed width.
        KernelStruct struct(long data, long validity, long firstBit, long kind, long to, long toValidity);
    }

    /// Bytes behind the last text that may be read.
    private static final int MARGIN = 16;

    private static final String PURPOSE = "sizes of texts";

    /// Adds up the sizes of at least one text. What becomes part of the result goes to `results`, the rest to `work`.
    static GatheredTexts begin(Rows rows, DeviceColumn column, @Nullable Buffer bits, Closer results, Closer work) {
        DeviceColumn texts = column.dictionary() == null ? column : column.dictionary();
        Buffer offsets = rows.allocate((rows.count() + 1) * Integer.BYTES, results);
        long sumBytes = (rows.blocks() + 2L) * Long.BYTES;
        Stream stream = rows.stream();
        MemoryPool accounts = rows.accounts();
        Buffer sums = work.add(stream.device().memory().allocateZeroed(accounts, sumBytes, PURPOSE, stream));
        Signal signal = work.add(new Signal(accounts, 1, PURPOSE, stream));
        GatheredTexts copied = new GatheredTexts(rows, column, texts, bits, offsets, sums, signal);
        rows.launch("text_sizes", rows.blocks(), copied.struct(0));
        rows.launch("text_starts", 1, copied.struct(0));
        return copied;
    }

    /// The column of no rows: no kernel runs whose signal would bring the sizes.
    static DeviceColumn none(Rows rows, DeviceColumn column, @Nullable Buffer bits, Closer results) {
        DeviceColumn texts = column.dictionary() == null ? column : column.dictionary();
        Buffer offsets = results.add(
                rows.stream().device().memory().allocateZeroed(rows.accounts(), Integer.BYTES, PURPOSE, rows.stream()));
        return new DeviceColumn(texts.type(), 0, rows.allocate(MARGIN, results), bits, 0, offsets);
    }

    /// The texts; nothing if they come to more than 2 GiB. Waits for their sizes.
    Optional<DeviceColumn> finish(Closer results) {
        signal.await();
        long bytes = signal.get(0);
        if (bytes > Integer.MAX_VALUE) {
            return Optional.empty();
        }
        Buffer to = rows.allocate(bytes + MARGIN, results);
        rows.launch("gather_texts", rows.blocks(), struct(to.address()));
        return Optional.of(new DeviceColumn(texts.type(), rows.count(), to, bits, 0, offsets));
    }

    private KernelStruct struct(long to) {
        return rows.struct(
                        texts.values().address(),
                        column.validityAddress(),
                        column.firstBit(),
                        0,
                        to,
                        bits == null ? 0 : bits.address())
                .add(texts.offsetsAddress())
                .add(column.dictionary() == null ? 0 : column.values().address())
                .add(offsets.address())
                .add(sums.address())
                .add(sums.address() + (rows.blocks() + 1L) * Long.BYTES)
                .add(signal.address());
    }
}
