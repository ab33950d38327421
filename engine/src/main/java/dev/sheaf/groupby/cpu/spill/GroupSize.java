package dev.sheaf.groupby.cpu.spill;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.memory.MemoryPool;
import java.util.List;

/// What a group takes in a table, and what a table takes beside that when it grows.
///
/// Slots, keys and states of fixed size have room for a power of two of groups and double together. Texts, lists and
/// sets double when their bytes or members say so, which the number of groups does not tell.
///
/// @param bytes about how many bytes a group takes
/// @param isFixed whether all groups take as many
record GroupSize(long bytes, boolean isFixed) {
    /// What a group takes beside key and states: two slots of eight bytes.
    private static final long SLOT_BYTES = 16;

    /// What values of no fixed size are taken to take.
    private static final long VARIABLE_BYTES = 32;

    static GroupSize of(GroupByPlan plan, CpuSettings settings, MemoryPool pool) {
        List<DataType> types = plan.stateSchema(settings, pool).fields().stream()
                .map(Field::type)
                .toList();
        return new GroupSize(
                SLOT_BYTES + types.stream().mapToLong(GroupSize::bytes).sum(),
                types.stream().noneMatch(GroupSize::isVariable));
    }

    /// How many bytes more a table of `groups` may take that takes `used` bytes and is to take `more` groups.
    long growth(long groups, long more, long used) {
        return isFixed ? (room(groups + more) - room(groups)) * bytes : used;
    }

    private static long room(long groups) {
        return groups == 0 ? 0 : Long.highestOneBit(2 * groups - 1);
    }

    private static boolean isVariable(DataType type) {
        return switch (type.layout()) {
            case NONE, BIT, INT8, INT16, INT32, INT64, INT128, FLOAT32, FLOAT64, INTERVAL -> false;
            case VARIABLE, LIST, STRUCT, DICTIONARY -> true;
        };
    }

    private static long bytes(DataType type) {
        return switch (type.layout()) {
            case NONE -> 0;
            case BIT -> 1;
            case INT8, INT16, INT32, INT64, INT128, FLOAT32, FLOAT64, INTERVAL ->
                type.layout().byteWidth();
            case VARIABLE, LIST, STRUCT, DICTIONARY -> VARIABLE_BYTES;
        };
    }
}
