package dev.sheaf.groupby.cuda.general;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceArray;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.memory.Buffer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Dense numbers for keys without hashing: the rows of a chunk in the order of their keys are runs, and the
/// runs are merged with the keys that are known. See `group_runs.cu`.
///
/// Rows that come in order, which is verified chunk by chunk, are not sorted. Numbers stay what they were: only the
/// list of numbers in the order of keys is merged, and states do not move.
public final class SortedGroups implements Grouping {
    private static final int THREADS = 256;
    private static final int TILE = 4096;
    private static final int SAMPLES = 1 << 16;

    private final DeviceRun run;
    private final int words;
    private final boolean alwaysSorts;
    private final Specialization kernel;
    private final DeviceArray keys;
    private Buffer sorted;
    private int count;
    private int sorts;

    /// @param alwaysSorts even rows that come in order
    public SortedGroups(DeviceRun run, int words, boolean alwaysSorts) {
        this.run = run;
        this.words = words;
        this.alwaysSorts = alwaysSorts;
        this.kernel = Specialization.of(KernelFile.GROUP_RUNS).number("WORDS", words);
        this.keys = new DeviceArray(run, words * Long.BYTES, 0, "group keys");
        try {
            this.sorted = run.allocate(0, "sorted groups");
        } catch (RuntimeException | Error failure) {
            keys.close();
            throw failure;
        }
    }

    @Override
    public Buffer number(Buffer rowKeys, @Nullable Buffer keep, int rows) {
        Buffer groups = run.filled((long) rows * Integer.BYTES, 0xff, "group numbers");
        try (MemberSort order = new MemberSort(run, rows)) {
            int kept = keep == null ? rows : leaveOut(order, keep, rows);
            if (kept > 0) {
                if (alwaysSorts || !isInOrder(rowKeys, order.order().address(), kept)) {
                    sort(order, rowKeys, keep, rows);
                    sorts++;
                }
                merge(rowKeys, order.order(), kept, groups);
            }
            return groups;
        } catch (RuntimeException | Error failure) {
            groups.close();
            throw failure;
        }
    }

    /// Brings the rows that are kept to the front, and gives their number.
    private int leaveOut(MemberSort order, Buffer keep, int rows) {
        try (Buffer flags = run.allocate((long) rows * Integer.BYTES, "left out rows");
                Buffer kept = run.filled(Integer.BYTES, 0, "kept rows")) {
            run.each(kernel, "keep_flags", rows, keep.address(), rows, flags.address(), kept.address());
            order.by(flags, CudaType.U32, 1);
            return (int) word(kept, Integer.BYTES);
        }
    }

    /// `order`: the address of the rows in question, or 0 for all.
    private boolean isInOrder(Buffer rowKeys, long order, int count) {
        try (Buffer descents = run.filled(Integer.BYTES, 0, "descents")) {
            run.each(kernel, "find_descent", count, rowKeys.address(), order, count, descents.address());
            return word(descents, Integer.BYTES) == 0;
        }
    }

    /// Whether the keys of all rows that are kept come in order.
    public boolean isInOrder(Buffer rowKeys, @Nullable Buffer keep, int rows) {
        if (keep == null) {
            return isInOrder(rowKeys, 0, rows);
        }
        try (MemberSort order = new MemberSort(run, rows)) {
            int kept = leaveOut(order, keep, rows);
            return isInOrder(rowKeys, order.order().address(), kept);
        }
    }

    /// The number of key bytes in which rows differ.
    int varyingBytes(Buffer rowKeys, int rows) {
        int bytes = 0;
        for (long bits : varyingBits(rowKeys, rows)) {
            int from = Long.numberOfTrailingZeros(bits) / Byte.SIZE;
            bytes += bits == 0 ? 0 : (Long.SIZE - Long.numberOfLeadingZeros(bits) + Byte.SIZE - 1) / Byte.SIZE - from;
        }
        return bytes;
    }

    /// About how many different keys there are, by a sample: as many as it has, unless most of them come once.
    public long estimate(Buffer rowKeys, int rows) {
        int samples = Math.min(rows, SAMPLES);
        long step = rows / samples;
        try (Buffer sample = run.allocate((long) samples * words * Long.BYTES, "sampled keys");
                GroupIds known = new GroupIds(run, words, 2L * samples)) {
            run.each(kernel, "sample_keys", samples, rowKeys.address(), step, samples, sample.address());
            known.number(sample, null, samples).close();
            return known.count() > samples / 2 ? (long) known.count() * step : known.count();
        }
    }

    /// Sorts by the bytes in which keys differ, the last word first. Rows that are left out go to the end.
    private void sort(MemberSort order, Buffer rowKeys, @Nullable Buffer keep, int rows) {
        long[] bits = varyingBits(rowKeys, rows);
        try (Buffer one = run.allocate((long) rows * Long.BYTES, "sort keys")) {
            for (int word = words - 1; word >= 0; word--) {
                if (bits[word] != 0) {
                    run.each(kernel, "take_word", rows, rowKeys.address(), rows, word, one.address());
                    order.by(
                            one,
                            CudaType.U64,
                            Long.numberOfTrailingZeros(bits[word]) / Byte.SIZE * Byte.SIZE,
                            Long.SIZE - Long.numberOfLeadingZeros(bits[word]));
                }
            }
        }
        if (keep != null) {
            leaveOut(order, keep, rows);
        }
    }

    private long[] varyingBits(Buffer rowKeys, int rows) {
        try (Buffer bits = run.filled((long) words * Long.BYTES, 0, "varying bits");
                Arena arena = Arena.ofConfined()) {
            run.each(kernel, "varying_bits", rows, rowKeys.address(), rows, bits.address());
            MemorySegment host = arena.allocate(JAVA_LONG, words);
            run.fetch(bits, host);
            return host.toArray(JAVA_LONG);
        }
    }

    /// Numbers the runs of the first `rows` positions of the order.
    private void merge(Buffer rowKeys, Buffer order, int rows, Buffer groups) {
        try (Buffer flags = run.allocate((long) rows * Integer.BYTES, "run heads");
                Buffer before = run.allocate((long) rows * Integer.BYTES, "runs before")) {
            run.each(kernel, "mark_heads", rows, rowKeys.address(), order.address(), rows, flags.address());
            int runs = addUp(flags, rows, before);
            try (Buffer runKeys = run.allocate((long) runs * words * Long.BYTES, "run keys");
                    Buffer numbers = run.allocate((long) runs * Integer.BYTES, "run groups")) {
                run.each(
                        kernel,
                        "take_runs",
                        rows,
                        rowKeys.address(),
                        order.address(),
                        flags.address(),
                        before.address(),
                        rows,
                        runKeys.address());
                merge(runKeys, runs, numbers);
                run.each(
                        kernel,
                        "group_runs",
                        rows,
                        order.address(),
                        flags.address(),
                        before.address(),
                        rows,
                        numbers.address(),
                        groups.address());
            }
        }
    }

    /// Gives each run the number of its group, a new one if its key is new.
    private void merge(Buffer runKeys, int runs, Buffer numbers) {
        try (Buffer places = run.allocate((long) runs * Integer.BYTES, "run places");
                Buffer isNew = run.allocate((long) runs * Integer.BYTES, "new runs");
                Buffer before = run.allocate((long) runs * Integer.BYTES, "new runs before")) {
            run.each(
                    kernel,
                    "find_runs",
                    runs,
                    runKeys.address(),
                    runs,
                    keys.address(),
                    sorted.address(),
                    count,
                    places.address(),
                    isNew.address());
            int added = addUp(isNew, runs, before);
            keys.reserve((long) count + added);
            Buffer merged = run.allocate(((long) count + added) * Integer.BYTES, "sorted groups");
            run.each(
                    kernel,
                    "merge_known",
                    count,
                    runKeys.address(),
                    runs,
                    before.address(),
                    keys.address(),
                    sorted.address(),
                    count,
                    added,
                    merged.address());
            run.each(
                    kernel,
                    "merge_runs",
                    runs,
                    runKeys.address(),
                    runs,
                    places.address(),
                    isNew.address(),
                    before.address(),
                    sorted.address(),
                    count,
                    keys.address(),
                    merged.address(),
                    numbers.address());
            sorted.close();
            sorted = merged;
            count += added;
        }
    }

    /// Writes how many flags there are before each position, and gives how many there are at all.
    private int addUp(Buffer flags, int length, Buffer before) {
        int tiles = (length + TILE - 1) / TILE;
        try (Buffer sums = run.filled((tiles + 1L) * Long.BYTES, 0, "flags of tiles")) {
            launch(kernel, "count_flags", tiles, flags.address(), length, sums.address());
            launch(MemberSort.kernel(CudaType.U64), "add_up", 1, sums.address(), tiles + 1L);
            launch(kernel, "add_flags", tiles, flags.address(), length, sums.address(), before.address());
            try (Buffer total = sums.slice((long) tiles * Long.BYTES, Long.BYTES)) {
                return (int) word(total, Long.BYTES);
            }
        }
    }

    private void launch(Specialization program, String function, int blocks, long... arguments) {
        run.stream()
                .launch(run.kernels().kernel(program).function(function), new LaunchShape(blocks, THREADS), arguments);
    }

    private long word(Buffer source, int bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment word = arena.allocate(JAVA_LONG);
            run.fetch(source, word.asSlice(0, bytes));
            return bytes == Long.BYTES ? word.get(JAVA_LONG, 0) : word.get(JAVA_INT, 0);
        }
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public Buffer keys() {
        return keys.buffer();
    }

    /// How many chunks were sorted.
    int sorts() {
        return sorts;
    }

    @Override
    public void close() {
        keys.close();
        sorted.close();
    }
}
