package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Column;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;

/// Makes codes of the texts of right rows that pairs take again and again.
final class CodedTexts {
    /// So many distinct texts pay whatever the number of rows: they are hashed faster than a batch is gathered.
    private static final long FEW = 1 << 12;

    /// A dictionary has no more entries than a batch has rows, since functions may look at each.
    private static final long MOST = 1 << 16;

    private static final long ROWS_AN_ENTRY = 4;

    /// Codes are left out where they would take more than this part of the free memory.
    private static final long FREE_PARTS = 8;

    private CodedTexts() {}

    /// The rows with the texts of some columns as codes where few are distinct, to be closed by the caller.
    static Table of(Table rows, List<Integer> coded, MemoryPool pool) {
        List<Column> columns = new ArrayList<>();
        try {
            for (int i = 0; i < rows.columns().size(); i++) {
                columns.add(
                        coded.contains(i)
                                ? coded(rows.column(i), pool)
                                : rows.column(i).retain());
            }
            return new Table(rows.schema(), columns, rows.rowCount());
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }

    private static Column coded(Column column, MemoryPool pool) {
        long most = Math.clamp(column.length() / ROWS_AN_ENTRY, FEW, MOST);
        long free = pool.limitBytes() - pool.usedBytes();
        boolean hasRoom = (column.length() + MOST * 4) * Integer.BYTES <= free / FREE_PARTS;
        return hasRoom ? Dictionaries.encode(column, most, pool) : column.retain();
    }
}
