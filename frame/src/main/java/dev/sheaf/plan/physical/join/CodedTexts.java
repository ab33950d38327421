package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Column;
import dev.sheaf.column.Dictionaries;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;

/// Makes codes of the texts of right rows that pairs take again and again.
final class CodedTexts {
    private CodedTexts() {}

    /// The rows with the texts of some columns as codes where few are distinct, to be closed by the caller.
    static Table of(Table rows, List<Integer> coded, MemoryPool pool) {
        List<Column> columns = new ArrayList<>();
        try {
            for (int i = 0; i < rows.columns().size(); i++) {
                columns.add(
                        coded.contains(i)
                                ? Dictionaries.encode(rows.column(i), pool)
                                : rows.column(i).retain());
            }
            return new Table(rows.schema(), columns, rows.rowCount());
        } catch (RuntimeException | Error failure) {
            columns.forEach(Column::close);
            throw failure;
        }
    }
}
