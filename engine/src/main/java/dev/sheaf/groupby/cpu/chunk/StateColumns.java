package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.column.Column;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Views;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;

/// States of several words that lie together, so that a row touches one line, as columns of one word each.
public final class StateColumns {
    private StateColumns() {}

    /// Word `i` of each state as a column of the type of field `i`, without nulls.
    public static List<Column> columns(List<StateField> fields, StateColumn states, int groupCount, MemoryPool pool) {
        List<Column> columns = new ArrayList<>();
        try {
            for (int word = 0; word < fields.size(); word++) {
                Buffer buffer = pool.allocate((long) groupCount * Long.BYTES, "group states");
                LongBuffer out = Views.longs(buffer.segment(), 0, groupCount);
                unpack(states.longs(), StateColumn.FRONT_LONGS + word, states.width() / Long.BYTES, out, groupCount);
                columns.add(
                        new FixedColumn(fields.get(word).type(), groupCount, buffer, Validity.allValid(groupCount)));
            }
            return columns;
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    private static void unpack(LongBuffer states, int start, int step, LongBuffer out, int count) {
        for (int id = 0; id < count; id++) {
            out.put(id, states.get(start + id * step));
        }
    }
}
