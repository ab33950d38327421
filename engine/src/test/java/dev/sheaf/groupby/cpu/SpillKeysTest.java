package dev.sheaf.groupby.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.StreamingGroupBy;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Random group-bys whose groups take from a tenth of the memory limit to several times as much: they finish, whatever
/// their keys are and wherever their tables happen to double. Every group is checked: its key, its rows and their sum.
class SpillKeysTest {
    private static final int CASES = 2_000;
    private static final int CASES_OF_A_BUILD = 20;
    private static final int MOST_GROUPS = 500_000;
    private static final int LEAST_MIB = 8;
    private static final int MOST_MIB = 64;

    @TempDir
    Path folder;

    /// Keys of a type: the columns that make them, by the number of the group.
    private enum Keys {
        INTS(ids -> List.of(ids.mapToObj(Keys::spread).map(Long::intValue).toList())),
        LONGS(ids -> List.of(ids.mapToObj(Keys::spread).toList())),
        DOUBLES(ids -> List.of(ids.mapToObj(id -> id * 0.1).toList())),
        DATES(ids -> List.of(ids.mapToObj(LocalDate::ofEpochDay).toList())),
        TWO_LONGS(ids -> {
            List<Integer> all = ids.boxed().toList();
            return List.of(
                    all.stream().map(Keys::spread).toList(),
                    all.stream().map(id -> spread(id / 3)).toList());
        }),
        SHORT_TEXTS(ids -> List.of(ids.mapToObj(id -> "k" + id).toList())),
        LONG_TEXTS(ids -> List.of(
                ids.mapToObj(id -> "a rather long key with number " + id).toList())),
        TEXT_AND_LONG(ids -> {
            List<Integer> all = ids.boxed().toList();
            return List.of(
                    all.stream().map(id -> "text number " + id / 7).toList(),
                    all.stream().map(id -> (long) id).toList());
        }),
        LISTS(ids -> List.of(ids.mapToObj(id -> List.of((long) id, spread(id))).toList()));

        private final Function<IntStream, List<List<?>>> columns;

        Keys(Function<IntStream, List<List<?>>> columns) {
            this.columns = columns;
        }

        /// Another number for each, far apart from the others; the low half alone is different, too.
        private static long spread(int id) {
            return id * 0x9E3779B97F4A7C15L;
        }

        List<List<?>> of(IntStream ids) {
            return columns.apply(ids);
        }
    }

    /// Rows of which row `i` is of group `i * step % groups`.
    private record Case(Keys keys, int groups, int rows, int step, int batchRows, List<Expr> others) {
        static Case of(SplittableRandom random) {
            int groups = random.nextInt(1, MOST_GROUPS);
            int rows = (int) (groups * random.nextDouble(1, 2));
            int step = random.nextBoolean() ? 1 : 7919;
            Keys keys = Keys.values()[random.nextInt(Keys.values().length)];
            return new Case(keys, groups, rows, step, random.nextInt(500, 40_000), others(random));
        }

        private static List<Expr> others(SplittableRandom random) {
            List<Expr> all = List.of(
                    Expressions.mean("v").as("mean"),
                    Expressions.max("v").as("max"),
                    Expressions.sum(Expressions.col("v").plus(1)).as("computed"),
                    Expressions.first("v").as("first"),
                    Expressions.std("v").as("std"),
                    Expressions.nunique("v").as("nunique"),
                    Expressions.collectList("v").as("list"));
            return all.stream().filter(_ -> random.nextInt(3) == 0).toList();
        }

        int group(long row) {
            return (int) (row * step % groups);
        }

        GroupByRequest request() {
            List<Expr> aggregates = new ArrayList<>(List.of(
                    Expressions.min("id").as("id"),
                    Expressions.sum("v").as("sum"),
                    Expressions.count().as("rows")));
            aggregates.addAll(others);
            List<String> names = names();
            return GroupByRequest.of(schema(), names, aggregates.toArray(Expr[]::new));
        }

        List<String> names() {
            return IntStream.range(0, keys.of(IntStream.of(0)).size())
                    .mapToObj(i -> "k" + i)
                    .toList();
        }

        Schema schema() {
            try (Table table = table(0, 1)) {
                return table.schema();
            }
        }

        Table table(int from, int to) {
            int[] ids = IntStream.range(from, to).map(this::group).toArray();
            List<Object> parts = new ArrayList<>();
            List<List<?>> columns = keys.of(IntStream.of(ids));
            for (int i = 0; i < columns.size(); i++) {
                parts.add("k" + i);
                parts.add(columns.get(i));
            }
            parts.addAll(List.of(
                    "id", ids, "v", IntStream.range(from, to).asLongStream().toArray()));
            return Table.of(parts.toArray());
        }
    }

    @Test
    void groupBysFinishWhereverTheirTablesDouble() {
        RandomCases.run(CASES, CASES_OF_A_BUILD, random -> {
            Case tried = Case.of(random);
            long limit = (long) random.nextInt(LEAST_MIB, MOST_MIB + 1) << 20;
            try (MemoryPool pool = MemoryPool.withLimit(limit)) {
                QueryContext context = context(pool, random.nextInt(1, 4));
                Found found = new Found(tried);
                if (random.nextInt(3) == 0) {
                    stream(tried, context, found);
                } else {
                    run(tried, context, found);
                }
                found.isAll();
                PoolCheck.assertEmpty(pool);
            } catch (RuntimeException failure) {
                throw new AssertionError(tried + " in " + (limit >> 20) + " MiB", failure);
            }
            assertThat(folder).isEmptyDirectory();
        });
    }

    private QueryContext context(MemoryPool pool, int threads) {
        return QueryContext.builder()
                .pool(pool)
                .threads(threads)
                .spillFolder(folder)
                .build();
    }

    private static void run(Case tried, QueryContext context, Found found) {
        try (BatchSource source = new Source(tried);
                BatchSource result = new CpuBackend().execute(tried.request(), source, context)) {
            Batch batch;
            while ((batch = result.next(context)) != null) {
                try (Batch open = batch) {
                    found.add(open.table());
                }
            }
        }
    }

    private static void stream(Case tried, QueryContext context, Found found) {
        try (StreamingGroupBy stream = StreamingGroupBy.open(tried.request(), context);
                BatchSource source = new Source(tried)) {
            stream.addAll(source);
            stream.forEachResult(found::add);
        }
    }

    /// The groups that came, each compared with what it has to be.
    private static final class Found {
        private final Case tried;
        private final long[] sums;
        private final long[] rows;
        private final BitSet seen = new BitSet();

        Found(Case tried) {
            this.tried = tried;
            this.sums = new long[tried.groups];
            this.rows = new long[tried.groups];
            for (int row = 0; row < tried.rows; row++) {
                sums[tried.group(row)] += row;
                rows[tried.group(row)]++;
            }
        }

        void add(Table table) {
            int[] ids = table.ints("id");
            long[] foundSums = table.longs("sum");
            long[] foundRows = table.longs("rows");
            for (int i = 0; i < ids.length; i++) {
                if (foundSums[i] != sums[ids[i]] || foundRows[i] != rows[ids[i]] || seen.get(ids[i])) {
                    throw new AssertionError(
                            "group " + ids[i] + " of " + tried + ": " + foundSums[i] + " of " + foundRows[i]);
                }
                seen.set(ids[i]);
            }
            List<List<?>> keys = tried.keys.of(IntStream.of(ids));
            for (int i = 0; i < keys.size(); i++) {
                assertThat(table.values("k" + i).equals(keys.get(i))).isTrue();
            }
        }

        void isAll() {
            assertThat(seen.cardinality()).as("groups of %s", tried).isEqualTo((int)
                    Arrays.stream(rows).filter(n -> n > 0).count());
        }
    }

    private static final class Source implements BatchSource {
        private final Case tried;
        private final AtomicInteger next = new AtomicInteger();

        Source(Case tried) {
            this.tried = tried;
        }

        @Override
        public Schema schema() {
            return tried.schema();
        }

        @Override
        public @Nullable Batch next(QueryContext context) {
            int rows = context.batchRows(tried.batchRows);
            int first = next.getAndAdd(rows);
            return first >= tried.rows
                    ? null
                    : new Batch(tried.table(first, Math.min(tried.rows, first + rows)), first);
        }

        @Override
        public void close() {}
    }
}
