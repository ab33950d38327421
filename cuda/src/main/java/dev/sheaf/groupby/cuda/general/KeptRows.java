package dev.sheaf.groupby.cuda.general;

import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.request.Chunk;
import dev.sheaf.memory.Buffer;
import java.util.List;

/// Which rows of a chunk take part in an aggregate of several operands.
final class KeptRows {
    private KeptRows() {}

    /// A byte a row: 1 if it has a group, fulfils the mask and has a value in each of the operands. To be closed
    /// by the caller.
    static Buffer of(DeviceRun run, Chunk chunk, List<Integer> operands, long mask) {
        Buffer keep = run.allocate(chunk.rows(), "kept rows");
        try {
            narrow(run, chunk, 0, mask, keep);
            for (int operand : operands) {
                long valid = chunk.operands().get(operand).validAddress();
                if (valid != 0) {
                    narrow(run, chunk, valid, keep.address(), keep);
                }
            }
            return keep;
        } catch (RuntimeException | Error failure) {
            keep.close();
            throw failure;
        }
    }

    private static void narrow(DeviceRun run, Chunk chunk, long valid, long mask, Buffer keep) {
        run.each(
                HostResults.KERNEL,
                "rows_with_values",
                chunk.rows(),
                chunk.groups().address(),
                valid,
                mask,
                chunk.rows(),
                keep.address());
    }
}
