package dev.sheaf.groupby.cuda.general;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Scratch;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceArray;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.request.Chunk;
import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Exact sums of doubles, or of products of two, one for each group, in limbs of 32 bits with waiting carries. See
/// `exact_sums.cu`.
///
/// All groups have the same limbs: those on which a value has fallen so far, as a look at each chunk tells, and one
/// more for carries. Doubles of a few magnitudes take four or five, of all there are 67.
final class ExactLimbs implements AutoCloseable {
    // As in exact_sums.cu.
    private static final int THREADS = 256;
    private static final int SHARED_ENTRIES = 4096;
    private static final int NOWHERE = -1;

    private static final int BLOCKS = 1024;

    /// A block clears and flushes its limbs, which has to pay.
    private static final int ROWS_OF_A_BLOCK = 1 << 12;

    /// Each value adds less than 2^32 to a limb that holds up to 2^63.
    private static final long MAX_PENDING = 1L << 30;

    private final DeviceRun run;
    private final Specialization kernel;
    private final int pieces;
    private final List<DeviceArray> limbs = new ArrayList<>();
    private final DeviceArray flags;
    private int first;
    private long pending;

    ExactLimbs(DeviceRun run, boolean products) {
        this.run = run;
        this.kernel = Specialization.of(KernelFile.EXACT_SUMS).flag("PRODUCT", products);
        this.pieces = products ? 5 : 3;
        this.flags = new DeviceArray(run, Integer.BYTES, 0, "exact sum flags");
    }

    /// Adds the numbers, or products, of the rows of a chunk that take part.
    ///
    /// @param y the second factor, or 0 for sums
    void add(Chunk chunk, long x, long y, long valid, long mask) {
        flags.reserve(chunk.groupCount());
        makeRoom(chunk, x, y, valid, mask);
        limbs.forEach(limb -> limb.reserve(chunk.groupCount()));
        if (pending + chunk.rows() > MAX_PENDING) {
            carry(chunk.groupCount());
        }
        pending += chunk.rows();
        try (Buffer addresses = addresses()) {
            int entries = limbs.size() * Math.min(chunk.groupCount(), SHARED_ENTRIES);
            boolean isShared = entries <= SHARED_ENTRIES;
            if (chunk.rows() > 0) {
                run.stream()
                        .launch(
                                run.kernels().kernel(kernel).function(isShared ? "exact_sums_shared" : "exact_sums"),
                                new LaunchShape(isShared ? blocks(chunk) : allBlocks(chunk), THREADS),
                                arguments(chunk, x, y, valid, mask, addresses, isShared));
            }
        }
    }

    private long[] arguments(Chunk chunk, long x, long y, long valid, long mask, Buffer addresses, boolean isShared) {
        long groups = chunk.groups().address();
        return isShared
                ? new long[] {
                    x,
                    y,
                    valid,
                    mask,
                    groups,
                    chunk.rows(),
                    addresses.address(),
                    first,
                    flags.address(),
                    limbs.size(),
                    chunk.groupCount()
                }
                : new long[] {x, y, valid, mask, groups, chunk.rows(), addresses.address(), first, flags.address()};
    }

    private static int blocks(Chunk chunk) {
        return Math.clamp(chunk.rows() / ROWS_OF_A_BLOCK, 1, BLOCKS);
    }

    private static int allBlocks(Chunk chunk) {
        return (chunk.rows() + THREADS - 1) / THREADS;
    }

    /// Adds the limbs on which values of the chunk fall.
    private void makeRoom(Chunk chunk, long x, long y, long valid, long mask) {
        int[] range = range(chunk, x, y, valid, mask);
        if (range[0] == NOWHERE) {
            return;
        }
        if (limbs.isEmpty()) {
            first = range[0];
        }
        while (range[0] < first) {
            limbs.addFirst(limb());
            first--;
        }
        while (first + limbs.size() <= range[1] + pieces) {
            limbs.addLast(limb());
        }
    }

    private DeviceArray limb() {
        return new DeviceArray(run, Long.BYTES, 0, "exact sums");
    }

    /// The least and the greatest limb on which a value begins.
    private int[] range(Chunk chunk, long x, long y, long valid, long mask) {
        MemorySegment ends = Scratch.block(2 * Integer.BYTES);
        ends.set(JAVA_INT, 0, NOWHERE);
        try (Buffer range = run.small(ends, "exact sum range")) {
            run.stream()
                    .launch(
                            run.kernels().kernel(kernel).function("exact_range"),
                            new LaunchShape(blocks(chunk), THREADS),
                            x,
                            y,
                            valid,
                            mask,
                            chunk.groups().address(),
                            chunk.rows(),
                            range.address());
            run.fetch(range, ends);
        }
        return ends.toArray(JAVA_INT);
    }

    /// Brings all limbs but a new last one below 2^32.
    private void carry(int groups) {
        pending = 0;
        if (limbs.isEmpty()) {
            return;
        }
        DeviceArray last = limb();
        limbs.addLast(last);
        last.reserve(groups);
        try (Buffer addresses = addresses()) {
            run.each(kernel, "exact_carry", groups, addresses.address(), limbs.size(), groups);
        }
    }

    private Buffer addresses() {
        long[] all = limbs.stream().mapToLong(DeviceArray::address).toArray();
        MemorySegment words = Scratch.block(Math.max(1, all.length) * (long) Long.BYTES);
        MemorySegment.copy(all, 0, words, JAVA_LONG, 0, all.length);
        return run.small(words, "exact sum limbs");
    }

    /// The sums on the host, to be closed by the caller.
    ExactNumbers download(HostResults results) {
        List<Buffer> words = new ArrayList<>();
        try {
            for (DeviceArray limb : limbs) {
                words.add(results.words(limb));
            }
            Buffer specials = results.each(flags, Integer.BYTES);
            return new ExactNumbers(words, first, specials);
        } catch (RuntimeException | Error failure) {
            words.forEach(Buffer::close);
            throw failure;
        }
    }

    @Override
    public void close() {
        limbs.forEach(DeviceArray::close);
        flags.close();
    }
}
