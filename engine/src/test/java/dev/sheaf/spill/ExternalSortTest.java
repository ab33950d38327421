package dev.sheaf.spill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.order.Sorting;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(PoolCheck.class)
class ExternalSortTest {
    private static final int CASES = 60;

    @TempDir
    Path folder;

    @AfterEach
    void nothingIsLeft() {
        assertThat(folder).isEmptyDirectory();
    }

    private QueryContext context(MemoryPool pool, String bytes) {
        return QueryContext.builder()
                .pool(pool)
                .threads(1)
                .spillFolder(folder)
                .settings(new Settings(Map.of("sort.spill.bytes", bytes)))
                .build();
    }

    @Test
    void anyRowsInAnyPiecesComeInTheOrderOfASortInMemory(MemoryPool pool) {
        RandomCases.run(CASES, random -> check(random, pool));
    }

    private void check(SplittableRandom random, MemoryPool pool) {
        Schema schema = schema(random);
        Sample drawn = new RandomTables(random).sample(schema, 1 + random.nextInt(400));
        int[] keys = IntStream.range(0, schema.size()).toArray();
        List<SortDirection> directions = IntStream.of(keys)
                .mapToObj(_ -> new SortDirection(random.nextBoolean(), random.nextBoolean()))
                .toList();
        QueryContext context = context(pool, String.valueOf(1 + random.nextInt(3_000)));
        try (Table whole = numbered(drawn).build(pool);
                Table expected = inMemory(whole, directions, pool);
                ExternalSort sort = new ExternalSort(schema, keys, directions, context)) {
            for (long row = 0; row < whole.rowCount(); ) {
                long rows = Math.min(whole.rowCount() - row, random.nextInt(40));
                sort.add(whole.slice(row, rows));
                row += rows;
            }
            Tables.assertSame(Sample.of(expected), merged(sort, schema, context), dev.sheaf.testing.Comparison.ORDERED);
        }
        PoolCheck.assertEmpty(pool);
    }

    /// The last column is the number of the row.
    private static Schema schema(SplittableRandom random) {
        List<Field> fields = new ArrayList<>();
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            fields.add(new Field("k" + count, new RandomTables(random).anyType()));
        }
        fields.add(new Field("row", DataType.INT64));
        return new Schema(fields);
    }

    private static Sample numbered(Sample drawn) {
        List<List<@Nullable Object>> columns = new ArrayList<>(drawn.columns());
        List<@Nullable Object> numbers = new ArrayList<>();
        for (long row = 0; row < drawn.rowCount(); row++) {
            numbers.add(row);
        }
        columns.set(columns.size() - 1, numbers);
        return new Sample(drawn.schema(), columns, drawn.dictionaries(), drawn.rowsBefore());
    }

    private static Table inMemory(Table whole, List<SortDirection> directions, MemoryPool pool) {
        List<Column> keys = whole.columns();
        return Sorting.sort(whole, keys, directions, pool);
    }

    private static Sample merged(ExternalSort sort, Schema schema, QueryContext context) {
        List<List<@Nullable Object>> columns = new ArrayList<>();
        schema.fields().forEach(_ -> columns.add(new ArrayList<>()));
        long nextRow = 0;
        try (BatchSource source = sort.merged(schema)) {
            Batch batch;
            while ((batch = source.next(context)) != null) {
                try (Batch open = batch) {
                    assertThat(open.firstRow()).isEqualTo(nextRow);
                    nextRow += open.rowCount();
                    Sample part = Sample.of(open.table());
                    for (int i = 0; i < columns.size(); i++) {
                        columns.get(i).addAll(part.columns().get(i));
                    }
                }
            }
        }
        return Sample.plain(schema, columns);
    }

    @Test
    void manyRunsTakeFewFiles(MemoryPool pool) throws Exception {
        QueryContext context = context(pool, "1");
        Schema schema = Schema.of(new Field("v", DataType.INT64));
        long most = 0;
        int rows = 200;
        try (ExternalSort sort = new ExternalSort(schema, new int[] {0}, List.of(SortDirection.ASCENDING), context)) {
            for (int i = 0; i < rows; i++) {
                sort.add(Tables.of("v:int64").row((i * 7_919L) % rows).build(pool));
                most = Math.max(most, files());
            }
            assertThat(most).isLessThanOrEqualTo(2 * ExternalSort.FAN_IN + 1);
            long next = 0;
            try (BatchSource source = sort.merged(schema)) {
                Batch batch;
                while ((batch = source.next(context)) != null) {
                    try (Batch open = batch) {
                        assertThat(open.table().longs("v")).isSorted().startsWith(next);
                        next += open.rowCount();
                    }
                }
            }
            assertThat(next).isEqualTo(rows);
        }
    }

    private long files() throws Exception {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(path -> path.toString().endsWith(".spill")).count();
        }
    }

    @Test
    void rowsThatFitWaitInMemory(MemoryPool pool) {
        QueryContext context = context(pool, "1000000");
        Schema schema = Schema.of(new Field("v", DataType.INT64));
        try (ExternalSort sort = new ExternalSort(schema, new int[] {0}, List.of(SortDirection.ASCENDING), context)) {
            sort.add(Tables.of("v:int64").row(2).row(1).build(pool));
            assertThat(sort.hasRuns()).isFalse();
            List<Table> waiting = sort.takeWaiting();
            assertThat(waiting).hasSize(1);
            waiting.forEach(Table::close);
        }
    }
}
