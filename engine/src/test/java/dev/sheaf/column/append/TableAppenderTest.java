package dev.sheaf.column.append;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.column.Table;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class TableAppenderTest {
    private static final int ROWS = 500;

    private static Table first(MemoryPool pool) {
        return Tables.of("k:string", "v:int64")
                .row("a", 1)
                .row("long text of a row", 2)
                .build(pool);
    }

    private static Table second(MemoryPool pool) {
        return Tables.of("k:string", "v:int64")
                .row(null, 3)
                .row("", null)
                .row("b", 5)
                .build(pool);
    }

    private static List<Object> rows(Table table) {
        List<Object> rows = new ArrayList<>();
        for (long row = 0; row < table.rowCount(); row++) {
            rows.add(String.valueOf(table.column(0).get(row)));
            rows.add(String.valueOf(table.column(1).get(row)));
        }
        return rows;
    }

    private static void closeAll(List<Table> tables) {
        tables.forEach(Table::close);
    }

    @Test
    void tablesBecomeOneWithTheirNulls(MemoryPool pool) {
        Table first = first(pool);
        try (TableAppender appender = new TableAppender(first.schema(), 0, pool)) {
            appender.add(first, 0.4);
            appender.add(second(pool), 0.6);
            List<Table> all = appender.take();

            assertThat(all).hasSize(1);
            assertThat(rows(all.getFirst()))
                    .containsExactly("a", "1", "long text of a row", "2", "null", "3", "", "null", "b", "5");
            closeAll(all);
        }
    }

    @Test
    void nullsOfTablesOfAnySizeStayWhereTheyAre() {
        RandomCases.run(40, random -> {
            List<@Nullable Object> expected = new ArrayList<>();
            try (MemoryPool pool = MemoryPool.create()) {
                List<Table> parts = new ArrayList<>();
                for (int i = random.nextInt(2, 6); i > 0; i--) {
                    parts.add(part(random, expected, pool));
                }
                try (TableAppender appender = new TableAppender(parts.getFirst().schema(), 0, pool)) {
                    for (Table part : parts) {
                        appender.add(part, 1.0 / parts.size());
                    }
                    List<Object> found = new ArrayList<>();
                    for (Table table : appender.take()) {
                        found.addAll(rows(table));
                        table.close();
                    }
                    assertThat(found)
                            .isEqualTo(expected.stream().map(String::valueOf).toList());
                }
            }
        });
    }

    private static Table part(SplittableRandom random, List<@Nullable Object> expected, MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:string", "v:int64");
        int nulls = random.nextInt(1, 70);
        for (int i = random.nextInt(1, 300); i > 0; i--) {
            Object key = random.nextInt(nulls) == 0 ? null : "k" + i;
            Object value = random.nextInt(nulls) == 0 ? null : (long) i;
            rows.row(key, value);
            expected.add(key);
            expected.add(value);
        }
        return rows.build(pool);
    }

    @Test
    void severalThreadsWriteWholeRows(MemoryPool pool) {
        List<Table> parts =
                IntStream.range(0, 32).mapToObj(part -> numbered(part, pool)).toList();
        try (TableAppender appender = new TableAppender(parts.getFirst().schema(), 0, pool)) {
            parts.parallelStream().forEach(part -> appender.add(part, 1.0 / parts.size()));
            List<Table> all = appender.take();

            assertThat(all).hasSize(1);
            List<Object> found = rows(all.getFirst());
            closeAll(all);
            assertThat(found).hasSize(2 * parts.size() * ROWS);
            for (int i = 0; i < found.size(); i += 2) {
                assertThat(found.get(i)).isEqualTo("row " + found.get(i + 1));
            }
            assertThat(found).doesNotHaveDuplicates();
        }
    }

    private static Table numbered(int part, MemoryPool pool) {
        Tables.Rows rows = Tables.of("k:string", "v:int64");
        for (int i = 0; i < ROWS; i++) {
            long number = 1_000_000L + part * (long) ROWS + i;
            rows.row("row " + number, number);
        }
        return rows.build(pool);
    }

    @Test
    void aTableWithoutRoomStaysApart(MemoryPool pool) {
        Table first = first(pool);
        try (TableAppender appender = new TableAppender(first.schema(), 0, pool)) {
            appender.add(first, 1);
            for (int i = 0; i < 3000; i++) {
                appender.add(second(pool), 0);
            }
            List<Table> all = appender.take();

            assertThat(all).hasSizeGreaterThan(1);
            assertThat(all.stream().mapToLong(Table::rowCount).sum()).isEqualTo(2 + 3 * 3000);
            assertThat(rows(all.getLast())).containsExactly("null", "3", "", "null", "b", "5");
            closeAll(all);
        }
    }

    @Test
    void fewRowsAndOtherColumnsStayApart(MemoryPool pool) {
        Table few = first(pool);
        try (TableAppender appender = new TableAppender(few.schema(), 1 << 20, pool)) {
            appender.add(few, 0.5);
            assertThat(appender.take()).containsExactly(few);
            few.close();
        }
        Table bools = Tables.of("b:bool").row(true).build(pool);
        try (TableAppender appender = new TableAppender(bools.schema(), 0, pool)) {
            appender.add(bools, 0.5);
            assertThat(appender.take()).containsExactly(bools);
            bools.close();
        }
    }

    @Test
    void whatNobodyTakesIsClosed(MemoryPool pool) {
        Table first = first(pool);
        try (TableAppender appender = new TableAppender(first.schema(), 0, pool)) {
            appender.add(first, 0.5);
            appender.add(second(pool), 0.5);
        }
        Table failing = first(pool);
        try (TableAppender appender = new TableAppender(failing.schema(), 0, pool);
                var _ = Checkpoint.watch(() -> {
                    throw new IllegalStateException("stop");
                })) {
            assertThatThrownBy(() -> appender.add(failing, 0.5)).hasMessage("stop");
        }
        PoolCheck.assertEmpty(pool);
    }
}
