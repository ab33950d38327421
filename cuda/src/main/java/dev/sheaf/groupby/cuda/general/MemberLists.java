package dev.sheaf.groupby.cuda.general;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.groupby.cuda.request.Operand;
import dev.sheaf.groupby.cuda.request.RowValues;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Makes a column of lists of the members of groups.
///
/// @param starts where those of each group begin in the order of groups and keys, int64
/// @param ends where they end
/// @param order the numbers of the members in that order, on the device
record MemberLists(
        HostResults results,
        DataType type,
        int operand,
        MemorySegment starts,
        MemorySegment ends,
        Members members,
        Buffer order) {
    /// Brings members to the host.
    interface Members {
        /// The values of the members at some places of the order: 16 bytes each, and a byte for their validity.
        RowValues valuesAt(HostResults results, Buffer order, Buffer positions, long count);
    }

    /// The lists, a row a group, to be closed by the caller.
    Column column(MemberResult.Listed listed) {
        int groups = results.groups();
        long count = 0;
        for (int group = 0; group < groups; group++) {
            count += Math.min(listed.most(), size(group));
        }
        try (Closer closer = new Closer();
                Buffer positions = results.pool().allocate(count * Long.BYTES, "lists")) {
            Buffer offsets = results.pool().allocate((groups + 1L) * Long.BYTES, "lists");
            closer.add(offsets);
            place(listed, positions.segment(), offsets.segment());
            Column elements = values(positions, count);
            closer.add(elements);
            Validity validity = results.validity(groups, group -> size(group) > 0);
            closer.release();
            return new ListColumn(new Offsets(offsets, true, groups), elements, validity);
        }
    }

    private int size(int group) {
        return (int) (ends.getAtIndex(JAVA_LONG, group) - starts.getAtIndex(JAVA_LONG, group));
    }

    private void place(MemberResult.Listed listed, MemorySegment positions, MemorySegment offsets) {
        long at = 0;
        for (int group = 0; group < results.groups(); group++) {
            int size = size(group);
            long start = starts.getAtIndex(JAVA_LONG, group);
            offsets.setAtIndex(JAVA_LONG, group, at);
            for (int i = 0; i < Math.min(listed.most(), size); i++) {
                positions.setAtIndex(JAVA_LONG, at++, start + (listed.fromEnd() ? size - 1 - i : i));
            }
        }
        offsets.setAtIndex(JAVA_LONG, results.groups(), at);
    }

    /// The values at some positions.
    private Column values(Buffer positions, long count) {
        int width = Operand.cudaType(type).byteWidth();
        try (RowValues values = members.valuesAt(results, order, positions, count);
                Buffer data = results.pool().allocateZeroed(Math.max(count * width, count * Integer.BYTES), "lists")) {
            MemorySegment flags = Objects.requireNonNull(values.valid()).segment();
            Validity validity = results.validity(count, row -> flags.get(JAVA_BYTE, row) != 0);
            narrow(values.data().segment(), data.segment(), width, count);
            return results.column(type, operand, count, data.retain(), validity);
        }
    }

    /// Copies values of 16 bytes into values of `width` bytes.
    private static void narrow(MemorySegment wide, MemorySegment to, int width, long count) {
        for (long i = 0; i < count; i++) {
            switch (width) {
                case 1 -> to.set(JAVA_BYTE, i, wide.get(JAVA_BYTE, 16 * i));
                case 4 -> to.setAtIndex(JAVA_INT, i, wide.get(JAVA_INT, 16 * i));
                case 8 -> to.setAtIndex(JAVA_LONG, i, wide.get(JAVA_LONG, 16 * i));
                default -> MemorySegment.copy(wide, 16 * i, to, width * i, width);
            }
        }
    }
}
