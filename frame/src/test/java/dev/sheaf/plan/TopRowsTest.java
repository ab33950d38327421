package dev.sheaf.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TopRowsTest {
    private static final Schema SCHEMA =
            Schema.of(new Field("count", DataType.INT64), new Field("name", DataType.STRING));

    private static final List<SortDirection> DIRECTIONS = List.of(SortDirection.DESCENDING, SortDirection.ASCENDING);

    private record Row(long count, String name) {}

    @Test
    void ofLongTablesTheSameRowsComeFirstAsInAFullSort() {
        SplittableRandom random = new SplittableRandom(1);
        List<Row> all = new ArrayList<>();
        try (MemoryPool pool = MemoryPool.create()) {
            try (TopRows top = new TopRows(SCHEMA, new int[] {0, 1}, DIRECTIONS, 7, pool)) {
                for (int size : new int[] {9_000, 3, 70_000, 4_103}) {
                    try (Table table = rows(random, size, all)) {
                        top.add(table);
                    }
                }
                all.sort(Comparator.comparingLong((Row row) -> -row.count()).thenComparing(Row::name));
                try (Table result = top.result()) {
                    checkFirst(result, all);
                }
            }
            assertThat(pool.usedBytes()).isZero();
        }
    }

    private static void checkFirst(Table result, List<Row> sorted) {
        assertThat(result.rowCount()).isEqualTo(7);
        for (int row = 0; row < 7; row++) {
            assertThat(result.column(0).get(row)).isEqualTo(sorted.get(row).count());
            assertThat(result.column(1).get(row)).isEqualTo(sorted.get(row).name());
        }
    }

    private static Table rows(SplittableRandom random, int size, List<Row> all) {
        long[] counts = new long[size];
        String[] names = new String[size];
        for (int i = 0; i < size; i++) {
            counts[i] = random.nextInt(20);
            names[i] = "name " + random.nextInt(1_000_000);
            all.add(new Row(counts[i], names[i]));
        }
        return Table.of("count", counts, "name", names);
    }
}
