package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.cuda.driver.LaunchShape;
import dev.sheaf.cuda.driver.Stream;
import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.KernelStore;
import dev.sheaf.groupby.cuda.device.KernelStruct;
import dev.sheaf.groupby.cuda.scan.ScanShape;
import dev.sheaf.groupby.cuda.strategy.Plan;

/// Where the groups of partitions meet that are taken in pieces: `list_pieces.cu`, `pieces.cuh`.
///
/// @param partitions how many there are
/// @param rows of a piece, 0 if partitions are taken whole
/// @param most how many pieces there may be, whole partitions included
/// @param tables how many partitions there may be that are not whole
/// @param slots of the table of one of these
/// @param cells of a slot
public record PartitionPieces(int partitions, int rows, long most, long tables, int slots, int cells) {
    private static final int THREADS = 256;
    private static final int PIECE_BYTES = 16;
    private static final int ALIGNMENT = 16;

    /// Counts of pieces and of tables.
    private static final int COUNTS = 2;

    /// A hashed table has room for two times the groups of a block's table.
    private static final int SPARSITY = 2;

    private static final Specialization KERNEL =
            Specialization.of(KernelFile.LIST_PIECES).number("THREADS", THREADS);

    /// What is compiled, and shipped.
    public static Specialization specialization() {
        return KERNEL;
    }

    static PartitionPieces of(ScanShape shape, Plan.Partition plan, long rows) {
        if (!plan.isInPieces()) {
            return new PartitionPieces(plan.partitions(), 0, plan.partitions(), 0, 0, 0);
        }
        int piece = Math.toIntExact(plan.pieceRows());
        return new PartitionPieces(
                plan.partitions(),
                piece,
                plan.partitions() + rows / piece,
                rows / (2L * piece),
                plan.isDirect() ? plan.slots() : SPARSITY * plan.slots(),
                shape.cells().size());
    }

    /// Where they begin behind the counts of rows of all partitions and of blocks that are done.
    static long startAt(Plan.Partition plan) {
        return aligned((plan.partitions() + 1L) * Integer.BYTES);
    }

    private static long aligned(long bytes) {
        return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    private long countBytes() {
        return aligned((COUNTS + tables) * Integer.BYTES);
    }

    private long keyBytes() {
        return tables * slots * Long.BYTES;
    }

    /// What they take, which starts as zeros.
    long bytes() {
        return most * PIECE_BYTES + countBytes() + (1 + cells) * keyBytes();
    }

    /// Lists the pieces, if partitions are taken in such.
    ///
    /// @param counts where the rows of each partition are
    void list(KernelStore kernels, long counts, long at, Stream stream) {
        if (rows > 0) {
            KernelStruct struct =
                    new KernelStruct(stream).add((long) partitions).add(counts);
            write(struct, at);
            Kernel kernel = kernels.get(KernelFile.LIST_PIECES, () -> KERNEL);
            int blocks = (partitions + THREADS - 1) / THREADS;
            stream.launchWith(kernel.function(), new LaunchShape(blocks, THREADS), struct.segment());
        }
    }

    /// Appends the structure; `at` is a multiple of 16.
    void write(KernelStruct struct, long at) {
        long counts = at + most * PIECE_BYTES;
        long keys = counts + countBytes();
        struct.add(rows)
                .add(slots)
                .add(at)
                .add(counts)
                .add(counts + COUNTS * Integer.BYTES)
                .add(keys)
                .add(keys + keyBytes());
    }
}
