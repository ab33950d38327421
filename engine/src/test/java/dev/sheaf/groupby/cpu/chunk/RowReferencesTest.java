package dev.sheaf.groupby.cpu.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Tables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class RowReferencesTest {
    private static final int ROWS = 1000;
    private static final int SLICE = 50;

    private static Table texts(int from, int rows, MemoryPool pool) {
        Tables.Rows texts = Tables.of("text:string");
        for (int row = from; row < from + rows; row++) {
            texts.row("text " + row);
        }
        return texts.build(pool);
    }

    /// Keeps the columns of 1000 rows, 50 at a time, picks each row for one of ten groups, and returns the number of
    /// the column that came last.
    private static int keepAll(RowReferences references, Table table, boolean copied, MemoryPool pool) {
        int last = 0;
        for (int from = 0; from < ROWS; from += SLICE) {
            try (Table rows = copied ? texts(from, SLICE, pool) : table.slice(from, SLICE)) {
                long pick = references.keep(rows.column(0), new Object(), 10);
                last = RowReferences.columnOf(pick);
                for (int row = 0; row < SLICE; row++) {
                    references.pick(row % 10, pick + row);
                }
            }
        }
        return last;
    }

    private static void checkValues(RowReferences references) {
        try (Column values = references.values(10)) {
            for (int group = 0; group < 10; group++) {
                assertThat(values.get(group)).isEqualTo("text " + (ROWS - 10 + group));
            }
        }
    }

    @Test
    void rowsOfATableInMemoryAreNotCopied(MemoryPool pool) {
        try (Table table = texts(0, ROWS, pool);
                RowReferences references = new RowReferences(DataType.STRING, TestSettings.tiny(), pool)) {
            assertThat(keepAll(references, table, false, pool)).isEqualTo(ROWS / SLICE - 1);
            checkValues(references);
        }
    }

    @Test
    void pickedRowsOfManyBatchesAreCopiedTogether(MemoryPool pool) {
        try (Table table = texts(0, ROWS, pool);
                RowReferences references = new RowReferences(DataType.STRING, TestSettings.tiny(), pool)) {
            assertThat(keepAll(references, table, true, pool)).isLessThan(ROWS / SLICE / 2);
            checkValues(references);
        }
    }
}
