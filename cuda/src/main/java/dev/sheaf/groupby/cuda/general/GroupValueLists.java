package dev.sheaf.groupby.cuda.general;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.cuda.kernel.CudaType;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.device.GroupValue;
import dev.sheaf.groupby.cuda.fast.RowLists;
import dev.sheaf.groupby.cuda.request.Operand;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;

/// Lists of the members of groups, on the device.
///
/// @param type of the members
/// @param starts where those of each group begin in the order of groups and keys, int64
/// @param ends where they end
/// @param order the numbers of the members in that order
/// @param wide the values of the members, 16 bytes each
/// @param valid a byte a member, whether it is a value
record GroupValueLists(
        DeviceRun run, DataType type, Buffer starts, Buffer ends, Buffer order, Buffer wide, Buffer valid) {
    private static final int BITS = 32;

    /// The lists of the groups that are wanted, to be closed by the caller; texts are numbers. A group without a
    /// member has none.
    DeviceColumn column(GroupValuesResult.Listed listed, HostResults wanted) {
        RowLists lists = new RowLists(run, wanted.groups(), wanted.numbers(), listed.most(), listed.fromEnd(), order);
        RowLists.Ranges members = new RowLists.Ranges(CudaType.U64, starts.address(), ends.address());
        try (RowLists.Found found = lists.of(members)) {
            DeviceColumn elements = elements(found.rows(), found.elements());
            return DeviceColumn.ofLists(
                    wanted.groups(), found.offsets().retain(), found.taken().retain(), elements);
        }
    }

    private DeviceColumn elements(Buffer members, long count) {
        boolean isBits = type.equals(DataType.BOOL);
        int width = isBits ? 0 : Operand.cudaType(type).byteWidth();
        long words = (count + BITS - 1) / BITS;
        try (Closer closer = new Closer()) {
            Buffer values = closer.add(allocate(isBits ? words * Integer.BYTES : count * width));
            Buffer bits = closer.add(allocate(words * Integer.BYTES));
            run.each(
                    HostResults.KERNEL,
                    "narrow_members",
                    count,
                    members.address(),
                    count,
                    wide.address(),
                    valid.address(),
                    width,
                    values.address(),
                    bits.address());
            closer.release();
            return new DeviceColumn(isText() ? GroupValue.written(type) : type, count, values, bits, 0);
        }
    }

    private boolean isText() {
        return type.layout() == Layout.VARIABLE;
    }

    private Buffer allocate(long bytes) {
        return run.allocate(Math.max(1, bytes), "lists");
    }
}
