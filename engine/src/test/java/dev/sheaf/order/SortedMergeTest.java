package dev.sheaf.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Concat;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PoolCheck.class)
class SortedMergeTest {
    private static final int CASES = 150;

    @Test
    void runsOfAnySizesMergeIntoTheOrderOfOneSort(MemoryPool pool) {
        RandomCases.run(CASES, random -> check(random, pool));
    }

    private static void check(SplittableRandom random, MemoryPool pool) {
        RandomTables tables = new RandomTables(random);
        Schema schema = new Schema(List.of(
                new Field("a", tables.anyType()), new Field("b", tables.anyType()), new Field("row", DataType.INT64)));
        Sample drawn = tables.sample(schema, random.nextInt(500));
        List<List<@Nullable Object>> columns = new ArrayList<>(drawn.columns());
        columns.set(
                2,
                IntStream.range(0, drawn.rowCount())
                        .mapToObj(i -> (Object) (long) i)
                        .toList());
        Sample sample = new Sample(schema, columns, drawn.dictionaries(), drawn.rowsBefore());
        List<SortDirection> directions = SortingTest.directions(random, 3);
        int[] keys = {0, 1, 2};
        try (Table whole = sample.build(pool);
                Table expected = Sorting.sort(whole, whole.columns(), directions, pool);
                SortedMerge merge =
                        new SortedMerge(schema, keys, directions, runs(whole, directions, random, pool), pool);
                Table merged = all(merge, schema, pool)) {
            Tables.assertSame(Sample.of(expected), Sample.of(merged), Comparison.ORDERED);
        }
    }

    private static List<Supplier<@Nullable Table>> runs(
            Table whole, List<SortDirection> directions, SplittableRandom random, MemoryPool pool) {
        List<Supplier<@Nullable Table>> runs = new ArrayList<>();
        for (long from = 0; from < whole.rowCount(); ) {
            long rows = Math.min(whole.rowCount() - from, random.nextInt(1, 120));
            Deque<Table> pieces = new ArrayDeque<>();
            try (Table part = whole.slice(from, rows);
                    Table sorted = Sorting.sort(part, part.columns(), directions, pool)) {
                for (long at = 0; at < rows; ) {
                    long size = Math.min(rows - at, random.nextInt(40));
                    pieces.add(sorted.slice(at, size));
                    at += size;
                }
            }
            runs.add(pieces::poll);
            from += rows;
        }
        return runs;
    }

    private static Table all(SortedMerge merge, Schema schema, MemoryPool pool) {
        List<Table> parts = new ArrayList<>();
        Table part;
        while ((part = merge.next()) != null) {
            parts.add(part);
        }
        try {
            return Concat.tables(schema, parts, pool);
        } finally {
            parts.forEach(Table::close);
        }
    }

    @Test
    void aMergeThatIsGivenUpClosesTheTablesThatItHasRead(MemoryPool pool) {
        try (Table table = Table.of("k", new int[] {1, 2, 3})) {
            Deque<Table> one = new ArrayDeque<>(List.of(table.slice(0, 3)));
            Deque<Table> other = new ArrayDeque<>(List.of(table.slice(0, 1), table.slice(1, 2)));
            List<SortDirection> rising = List.of(SortDirection.ASCENDING);
            SortedMerge merge =
                    new SortedMerge(table.schema(), new int[] {0}, rising, List.of(one::poll, other::poll), pool);
            try (merge;
                    Table first = merge.next()) {
                assertThat(first.ints("k")).containsExactly(1, 1);
            }
            assertThat(one).isEmpty();
            assertThat(other).hasSize(1);
            other.forEach(Table::close);
        }
    }
}
