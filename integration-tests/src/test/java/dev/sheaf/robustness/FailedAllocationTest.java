package dev.sheaf.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.cli.datagen.GroupByDataset;
import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.sql.SqlSession;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A query whose first allocation fails, then its second, its third, until there is none left to fail: each time it
/// ends with that failure, or rightly where it goes on without the memory, and leaves neither memory nor files.
///
/// What fails is the look that a pool takes before it hands out memory ([Checkpoint]), so that looks which are no
/// allocations fail, too. Once as a limit, on which operators go to disk, and once as an error that nobody expects.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FailedAllocationTest {
    private static final long ROWS = 300;

    /// Up to here every look fails once; of more, one of so many.
    private static final long EVERY = 128;
    private static final long STEP = 8;

    private static final long LEAST_LOOKS = 5;

    private static final int LIMITS = 16;

    private static final String INJECTED = "injected";

    private final SqlSession session = new SqlSession();

    @TempDir
    private Path temporary;

    @BeforeAll
    void generate(@TempDir Path folder) {
        Path file = folder.resolve("x.parquet");
        Settings settings = new Settings(Map.of("parquet.rowGroup.rows", "200"));
        LazyFrame.scan(new GroupByDataset(ROWS, 10, 5, false, 0, 1, false))
                .sink(FileFormats.of(file), file, context(MemoryPool.shared(), settings, 1));
        session.register("x", FileFormats.open(file.toString()));
        Path nested = folder.resolve("n.parquet");
        LazyFrame.of(session.plan("SELECT id1, v1, [id6, v2] AS l, {'a': v3, 'b': [id3]} AS s FROM x"))
                .sink(FileFormats.of(nested), nested, context(MemoryPool.shared(), settings, 1));
        session.register("n", FileFormats.open(nested.toString()));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            useHeadersInDisplayName = true,
            value = {
                "case                | SQL                                                                | setting",
                "few groups          | SELECT id1, sum(v1) AS v1, max(id2) AS m FROM x GROUP BY id1       | cpu.chunk.rows=16",
                "number keys         | SELECT id4, avg(v1) AS v1, avg(v3) AS v3 FROM x GROUP BY id4       | cpu.chunk.rows=16",
                "groups by partition | SELECT id3, sum(v1) AS v1, count(*) AS n FROM x GROUP BY id3       | cpu.merge.partitionFromGroups=10",
                "rows by partition   | SELECT id6, v2, sum(v1) AS v1 FROM x GROUP BY id6, v2, v3          | cpu.table.checkFromGroups=20",
                "texts by partition  | SELECT id3, max(id1) AS m FROM x GROUP BY id3, v3                  | cpu.textTable.checkFromGroups=20",
                "text keys           | SELECT id3, max(id1) AS m FROM x GROUP BY id3                      | cpu.grouper=string",
                "row keys            | SELECT id1, id2, id3, sum(v3) AS s FROM x GROUP BY id1, id2, id3   | cpu.grouper=rows",
                "lists               | SELECT id6, median(v2) AS m, max(v1, 2) AS t FROM x GROUP BY id6   | cpu.merge.partitionFromGroups=10",
                "members             | SELECT id4, list(id3) AS l, mode(v1) AS m FROM x GROUP BY id4      | cpu.keptRows.max=40",
                "distinct            | SELECT id4, count(DISTINCT id3) AS n FROM x GROUP BY id4           | cpu.chunk.rows=16",
                "distinct sets       | SELECT id4, count(DISTINCT v3) AS n, sum(v1) AS s FROM x GROUP BY 1| cpu.distinct=sets",
                "estimates           | SELECT id1, approx_count_distinct(id3) AS n FROM x GROUP BY id1    | cpu.chunk.rows=16",
                "moments             | SELECT id2, stddev(v3) AS s, corr(v1, v2) AS c FROM x GROUP BY id2 | cpu.chunk.rows=16",
                "no keys             | SELECT count(*) AS n, sum(v3) AS s, min(id3) AS l FROM x           | cpu.chunk.rows=16",
                "groups on disk      | SELECT id3, id6, sum(v3) AS v3 FROM x GROUP BY id3, id6, v3        | cpu.spill.bytes=4000",
                "having              | SELECT id3, sum(v1) AS s FROM x GROUP BY id3 HAVING sum(v1) > 3    | cpu.chunk.rows=16",
                "filter              | SELECT upper(id3) AS id3, v1 + v2 AS v FROM x WHERE v1 > 2         | cpu.chunk.rows=16",
                "sort                | SELECT * FROM x ORDER BY v3, id3, id6                              | cpu.chunk.rows=16",
                "sort on disk        | SELECT * FROM x ORDER BY id3, v3, id6                              | sort.spill.bytes=9000",
                "window of groups    | SELECT id4, v3, median(v3) OVER (PARTITION BY id4 ORDER BY id6 ROWS 2 PRECEDING) AS n FROM x | cpu.chunk.rows=16",
                "window              | SELECT id4, v3, row_number() OVER (PARTITION BY id4 ORDER BY v3, id6) AS n FROM x | cpu.chunk.rows=16",
                "over                | SELECT id4, v3, sum(v1) OVER (PARTITION BY id2) AS s FROM x        | cpu.chunk.rows=16",
                "running             | SELECT id4, v3, sum(v3) OVER (PARTITION BY id2 ORDER BY v3) AS s, lag(id1, 2) OVER (ORDER BY id6) AS l FROM x | cpu.chunk.rows=16",
                "sliding             | SELECT max(v1) OVER w AS m, avg(v3) OVER w AS a, count(v2) OVER w AS n FROM x WINDOW w AS (PARTITION BY id4 ORDER BY v3 RANGE 5 PRECEDING EXCLUDE TIES) | cpu.chunk.rows=16",
                "frames of groups    | SELECT sum(v1) OVER w AS s, nth_value(v2, 2 IGNORE NULLS) OVER w AS v FROM x WINDOW w AS (ORDER BY v2, id6 GROUPS 3 PRECEDING) | cpu.chunk.rows=16",
                "windows on disk     | SELECT v3, sum(v1) OVER (PARTITION BY id4 ORDER BY v3) AS s, rank() OVER (ORDER BY id2) AS r FROM x | sort.spill.bytes=9000",
                "top                 | SELECT id2, v2, v3 FROM x ORDER BY v2, v3 LIMIT 10                 | cpu.chunk.rows=16",
                "distinct rows       | SELECT DISTINCT id1, id5 FROM x                                    | cpu.chunk.rows=16",
                "kept rows           | WITH g AS (SELECT id4, sum(v3) AS s FROM x GROUP BY id4) SELECT max(s) AS s FROM g UNION ALL SELECT avg(id4) FROM g | cpu.chunk.rows=16",
                "grouping sets       | SELECT id1, id2, count(*) AS n FROM (SELECT DISTINCT id1, id2 FROM x) GROUP BY ROLLUP (id1, id2) | cpu.chunk.rows=16",
                "lists and structs   | SELECT l, s FROM n WHERE v1 > 2                                    | cpu.chunk.rows=16",
                "dictionaries        | SELECT upper(id1) AS k, max(id2) AS m FROM n JOIN (SELECT id2, v1 AS v FROM x) y ON v1 = v WHERE id1 <> 'id3' AND id2 LIKE '%5' GROUP BY 1 | cpu.chunk.rows=16",
                "no entry            | SELECT id1, l FROM n WHERE id1 LIKE '%x' OR v1 < 0                 | cpu.chunk.rows=16",
                "all together        | SELECT a, count(*) AS n FROM (SELECT id1 AS a FROM x UNION ALL SELECT id2 FROM x) GROUP BY a | cpu.chunk.rows=16"
            })
    void aQueryWhoseAllocationFailsLeavesNothingBehind(String phase, String sql, String setting) throws IOException {
        String[] words = setting.split("=");
        Settings settings = new Settings(Map.of(
                words[0], words[1], "parquet.batch.rows", "99", "cpu.partitions", "4", "cpu.rowPartitions", "4"));
        LogicalPlan plan = session.plan(sql);
        Sample expected = answer(plan, MemoryPool.shared(), settings, 1);
        failEach(phase, pool -> assertSame(expected, answer(plan, pool, settings, 1)));
        limit(pool -> assertSame(expected, answer(plan, pool, settings, 2)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"snappy", "uncompressed"})
    void aFileThatIsNotWrittenToItsEndIsNotThere(String codec) throws IOException {
        Path target = temporary.resolve("out.parquet");
        Settings settings = new Settings(Map.of("parquet.codec", codec, "parquet.rowGroup.rows", "100"));
        LazyFrame rows = LazyFrame.of(session.plan("SELECT * FROM x WHERE v1 > 1"));
        failEach(codec, pool -> {
            rows.sink(FileFormats.of(target), target, context(pool, settings, 1));
            Files.delete(target);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'a':1,'b':{'x':'t\\u0041','y':[1.5,null]},'c':[{'z':true}],'d':'2024-01-02'}",
                "{'a':1}",
                "{'a':['t',{'x':[]}],'b':18446744073709551616}"
            })
    void aFileOfJsonIsReadOrLeavesNothing(String row, @TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("in.ndjson"), (row.replace('\'', '"') + "\n").repeat(70));
        Settings settings = new Settings(Map.of("json.chunk.bytes", "1000"));
        Run read = pool -> LazyFrame.scan(file.toString())
                .collect(context(pool, settings, 1))
                .close();
        failEach(row, read);
        limit(read);
    }

    /// Fails at the first look, at the second, and so on until a run has fewer looks.
    private void failEach(String phase, Run run) throws IOException {
        List<String> left = new ArrayList<>();
        for (Failure kind : Failure.values()) {
            long look = 1;
            while (isReached(look, kind, phase, run, left)) {
                look += look < EVERY ? 1 : look / STEP;
            }
            assertThat(look).as("looks of " + phase).isGreaterThan(LEAST_LOOKS);
        }
        assertThat(left).isEmpty();
    }

    /// Whether the run had as many looks; tells of what it left.
    private boolean isReached(long look, Failure kind, String phase, Run run, List<String> left) throws IOException {
        AtomicLong looks = new AtomicLong();
        Runnable trap = () -> {
            if (looks.incrementAndGet() == look) {
                kind.fail();
            }
        };
        String when = phase + ", " + kind + " at look " + look;
        try (MemoryPool pool = MemoryPool.create()) {
            try (var _ = Checkpoint.watch(trap)) {
                run.in(pool);
            } catch (MemoryLimitException | InjectedError failure) {
                assertThat(failure).as(when).hasMessage(INJECTED);
            }
            tellLeft(pool, when, left);
        }
        return looks.get() >= look;
    }

    /// Runs under limits between nothing and what the run needs, where any thread may be the one that meets it.
    private void limit(Run run) throws IOException {
        List<String> left = new ArrayList<>();
        long most = peak(run);
        for (int i = 1; i <= LIMITS; i++) {
            long bytes = most * i / LIMITS;
            try (MemoryPool pool = MemoryPool.withLimit(bytes)) {
                try {
                    run.in(pool);
                } catch (MemoryLimitException tooSmall) {
                    assertThat(tooSmall).hasMessageContaining("memory limit");
                }
                tellLeft(pool, "a limit of " + bytes + " bytes", left);
            }
        }
        assertThat(left).isEmpty();
    }

    private static long peak(Run run) throws IOException {
        try (MemoryPool pool = MemoryPool.create()) {
            run.in(pool);
            return pool.peakBytes();
        }
    }

    private void tellLeft(MemoryPool pool, String when, List<String> left) throws IOException {
        try {
            PoolCheck.assertEmpty(pool);
        } catch (AssertionError held) {
            left.add("after " + when + ": " + held.getMessage());
        }
        try (Stream<Path> files = Files.list(temporary)) {
            for (Path file : files.toList()) {
                left.add("after " + when + ": the file " + file);
                Files.delete(file);
            }
        }
    }

    private static void assertSame(Sample expected, Sample actual) {
        Tables.assertSame(expected, actual, Comparison.ANY_ORDER.rounded());
    }

    private Sample answer(LogicalPlan plan, MemoryPool pool, Settings settings, int threads) {
        try (Table result = LazyFrame.of(plan).collect(context(pool, settings, threads))) {
            return Sample.of(result);
        }
    }

    private QueryContext context(MemoryPool pool, Settings settings, int threads) {
        return QueryContext.builder()
                .pool(pool)
                .threads(threads)
                .settings(settings)
                .spillFolder(temporary)
                .build();
    }

    /// What is run again and again.
    @FunctionalInterface
    private interface Run {
        void in(MemoryPool pool) throws IOException;
    }

    private enum Failure {
        LIMIT,
        ERROR;

        void fail() {
            switch (this) {
                case LIMIT -> throw new MemoryLimitException(INJECTED, 1, 1);
                case ERROR -> throw new InjectedError();
            }
        }
    }

    /// Neither an exception that something may be done about, nor one that is known.
    private static final class InjectedError extends Error {
        private static final long serialVersionUID = 1L;

        InjectedError() {
            super(INJECTED);
        }
    }
}
