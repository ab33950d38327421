package dev.sheaf.groupby.cuda.fast;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Scratch;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import java.lang.foreign.MemorySegment;

/// Floating keys in the form in which groups show them, +0.0 for both zeros and one NaN, where they were taken from
/// rows as these have them: `pack_keys.cu` makes words of them, and of the words keys. Call inside
/// [dev.sheaf.cuda.driver.Device#call].
///
/// Cost: 9 bytes of memory a key for a while, and two passes over them.
record CanonicalKeys(KernelStore kernels, MemoryPool accounts, Stream stream) {
    private static final Specialization KERNEL = Specialization.of(KernelFile.PACK_KEYS);
    private static final int THREADS = 256;
    private static final String PURPOSE = "keys of groups";

    /// struct KeyColumn of pack_keys.cu, and its kind of floats.
    private static final int COLUMN_BYTES = 48;

    private static final int KIND_FLOATING = 2;

    /// Changes a column that nobody else has yet.
    void canonicalize(DeviceColumn keys) {
        long count = keys.length();
        if (count == 0 || !keys.type().isFloating()) {
            return;
        }
        try (Buffer words = allocate(count * Long.BYTES);
                Buffer all = allocate(count);
                Buffer column = allocate(COLUMN_BYTES)) {
            stream.fill(all, 0, count, (byte) 1);
            describe(keys, all, column);
            launch("pack_keys", count, column.address(), 1, 1, count, words.address(), 0, 0);
            launch("unpack_keys", count, column.address(), 1, 1, count, words.address());
        }
    }

    /// Alone in the low bits of one word; nulls are values like others, since their bits say so elsewhere.
    private void describe(DeviceColumn keys, Buffer valid, Buffer column) {
        MemorySegment struct = Scratch.block(COLUMN_BYTES);
        struct.set(JAVA_LONG, 0, keys.values().address());
        struct.set(JAVA_LONG, 8, valid.address());
        struct.set(JAVA_INT, 16, keys.cudaType().byteWidth());
        struct.set(JAVA_INT, 40, KIND_FLOATING);
        stream.upload(struct, column, 0);
    }

    private void launch(String function, long count, long... arguments) {
        int blocks = Math.toIntExact((count + THREADS - 1) / THREADS);
        Kernel kernel = kernels.get(KernelFile.PACK_KEYS, () -> KERNEL);
        stream.launch(kernel.function(function), new LaunchShape(blocks, THREADS), arguments);
    }

    private Buffer allocate(long bytes) {
        return stream.device().memory().allocate(accounts, bytes, PURPOSE, stream);
    }
}
