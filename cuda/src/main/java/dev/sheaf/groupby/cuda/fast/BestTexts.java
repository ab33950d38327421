package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.scan.KeyKind;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The least and the greatest text of each group, compared where they lie: `best_texts.cu`. Call inside
/// [dev.sheaf.cuda.driver.Device#call].
///
/// Cost: the numbers of groups and the texts are read once; 4 bytes a group for each of the two.
///
/// @param least the row of each group, plus 1, by the group's number; null if nobody asks for it
/// @param greatest the same
record BestTexts(
        KernelStore kernels,
        MemoryPool accounts,
        Stream stream,
        DeviceColumn texts,
        @Nullable Buffer least,
        @Nullable Buffer greatest)
        implements AutoCloseable {
    private static final int THREADS = 256;
    private static final int WARP = 32;
    private static final int BLOCKS_OF_A_MULTIPROCESSOR = 8;

    /// So many groups have their best text in the shared memory of a block: 24 KB leave room for eight blocks.
    private static final int LOCAL = 1_024;

    static final Specialization KERNEL =
            Specialization.of(KernelFile.BEST_TEXTS).number("THREADS", THREADS).number("LOCAL", LOCAL);

    /// Looks at all rows of a column, which stays open and has a text a row.
    static BestTexts of(
            KernelStore kernels,
            MemoryPool accounts,
            Stream stream,
            DeviceColumn texts,
            RowNumbers numbers,
            boolean least,
            boolean greatest) {
        try (Closer closer = new Closer()) {
            Buffer of = least ? allocateZeroed(accounts, stream, numbers.groups(), closer) : null;
            Buffer to = greatest ? allocateZeroed(accounts, stream, numbers.groups(), closer) : null;
            BestTexts best = new BestTexts(kernels, accounts, stream, texts, of, to);
            best.find(numbers);
            closer.release();
            return best;
        }
    }

    private static Buffer allocateZeroed(MemoryPool accounts, Stream stream, long groups, Closer closer) {
        Buffer rows = stream.device()
                .memory()
                .allocateZeroed(accounts, Math.max(groups, 1) * Integer.BYTES, "rows of texts", stream);
        return closer.add(rows);
    }

    private void find(RowNumbers numbers) {
        DeviceColumn ofRows = numbers.numbers();
        KernelStruct struct = new KernelStruct(stream).add(ofRows.length()).add(numbers.groups());
        KeyKind.write(struct, texts);
        struct.add(ofRows.values().address()).add(ofRows.validityAddress());
        struct.add(address(least)).add(address(greatest));
        struct.add(0L).add(0L).add(0L);
        long blocks = Math.min(
                (ofRows.length() + THREADS - 1) / THREADS,
                (long) stream.device().info().multiprocessors() * BLOCKS_OF_A_MULTIPROCESSOR);
        launch("best_texts", (int) blocks, struct);
    }

    /// The texts of the groups whose numbers `order` has, to be closed by the caller; nothing if they come
    /// to more than 2 GiB.
    Optional<DeviceColumn> inOrder(DeviceColumn order, boolean isLeast) {
        long groups = order.length();
        try (Buffer rows = allocate(groups * Integer.BYTES);
                Buffer taken = allocate((groups + WARP - 1) / WARP * Integer.BYTES)) {
            KernelStruct struct = new KernelStruct(stream).add(0L).add(groups);
            struct.addWords(new long[KeyKind.COLUMN_WORDS + 2]);
            struct.add(address(isLeast ? least : greatest)).add(0L);
            struct.add(order.values().address()).add(rows.address()).add(taken.address());
            if (groups > 0) {
                launch("picked_texts", Math.toIntExact((groups + THREADS - 1) / THREADS), struct);
            }
            return new GatheredRows(groups, null, rows, taken, kernels, accounts, stream).of(texts);
        }
    }

    private void launch(String function, int blocks, KernelStruct struct) {
        Kernel kernel = kernels.get(KernelFile.BEST_TEXTS, () -> KERNEL);
        stream.launchWith(kernel.function(function), new LaunchShape(blocks, THREADS), struct.segment());
    }

    private Buffer allocate(long bytes) {
        return stream.device().memory().allocate(accounts, Math.max(bytes, 1), "rows of texts", stream);
    }

    private static long address(@Nullable Buffer buffer) {
        return buffer == null ? 0 : buffer.address();
    }

    @Override
    public void close() {
        if (least != null) {
            least.close();
        }
        if (greatest != null) {
            greatest.close();
        }
    }
}
