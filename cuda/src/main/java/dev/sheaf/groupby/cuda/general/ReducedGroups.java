package dev.sheaf.groupby.cuda.general;

import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.groupby.cuda.device.DeviceArray;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.request.Chunk;
import java.util.List;

/// The launch of `reduce_groups.cu` that several states share.
final class ReducedGroups {
    /// Arrays of a state that the kernel takes.
    private static final int STATES = 4;

    private ReducedGroups() {}

    /// Adds the values of an operand to the states of their groups.
    ///
    /// @param data the address of the values, which need not be those that lie in the operand
    /// @param mask the address of a byte a row that says whether it takes part, or 0 for all
    /// @param states arrays over the groups, with room for those of the chunk
    static void add(
            DeviceRun run,
            Specialization kernel,
            Chunk chunk,
            int operand,
            long data,
            long mask,
            List<DeviceArray> states) {
        long[] arguments = new long[5 + STATES];
        arguments[0] = data;
        arguments[1] = chunk.operands().get(operand).validAddress();
        arguments[2] = mask;
        arguments[3] = chunk.groups().address();
        arguments[4] = chunk.rows();
        for (int i = 0; i < states.size(); i++) {
            states.get(i).reserve(chunk.groupCount());
            arguments[5 + i] = states.get(i).address();
        }
        run.each(kernel, "reduce_groups", chunk.rows(), arguments);
    }
}
