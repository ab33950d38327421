package dev.sheaf.groupby.cuda.runs;

import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.memory.Buffer;
import java.util.List;

/// Keys of up to 64 bits as hashes that no two keys share: `pack_words` of `hash_parts.cu`.
final class KeyWords {
    private KeyWords() {}

    /// What is compiled for a column.
    static Specialization kernel(CudaType value) {
        return Specialization.of(KernelFile.HASH_PARTS).type("Value", value);
    }

    /// Whether keys have so few bits, each row has one, and their kernels read them.
    static boolean fit(List<DeviceColumn> keys, NullKeys nullKeys) {
        boolean areWords = keys.stream()
                .allMatch(key -> key.dictionary() == null
                        && CudaType.supports(key.type())
                        && (key.validity() == null || nullKeys == NullKeys.INCLUDE));
        return areWords && keys.stream().mapToInt(KeyWords::bits).sum() <= Long.SIZE;
    }

    private static int bits(DeviceColumn key) {
        return key.cudaType().byteWidth() * Byte.SIZE + (key.validity() == null ? 0 : 1);
    }

    /// The word of each row, to be closed by the caller; of keys that [#fit].
    static Buffer of(List<DeviceColumn> keys, DeviceRun run) {
        long rows = keys.getFirst().length();
        Buffer words = run.allocate(Math.max(1, rows * Long.BYTES), "key words");
        try {
            for (int i = 0; i < keys.size(); i++) {
                DeviceColumn key = keys.get(i);
                run.each(
                        kernel(key.cudaType()),
                        "pack_words",
                        rows,
                        key.values().address(),
                        key.validityAddress(),
                        key.firstBit(),
                        rows,
                        (long) key.cudaType().byteWidth() * Byte.SIZE,
                        i == 0 ? 1 : 0,
                        i == keys.size() - 1 ? 1 : 0,
                        words.address());
            }
            return words;
        } catch (RuntimeException | Error failure) {
            words.close();
            throw failure;
        }
    }
}
