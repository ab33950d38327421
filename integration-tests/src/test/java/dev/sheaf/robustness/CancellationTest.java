package dev.sheaf.robustness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sheaf.cli.datagen.GroupByDataset;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.memory.Checkpoint;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Cancellation;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.QueryCancelledException;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.sql.SqlSession;
import dev.sheaf.testing.PoolCheck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A query that is cancelled, in whatever phase, ends with that and leaves neither memory nor files behind. It is
/// cancelled at its first look at whether it is still wanted, at its last, and at some between.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CancellationTest {
    private static final long ROWS = 1_000;
    private static final int MOMENTS = 12;

    @TempDir
    private static Path folder;

    @TempDir
    private Path temporary;

    private Path file = Path.of("");

    @BeforeAll
    void generate() {
        file = folder.resolve("x.parquet");
        LazyFrame.scan(new GroupByDataset(ROWS, 10, 5, false, 0, 1, false))
                .sink(FileFormats.of(file), file, QueryContext.create());
    }

    /// Over the file opened anew, so that no run finds what another one kept of it.
    private LazyFrame frame(String sql) {
        SqlSession session = new SqlSession();
        session.register("x", FileFormats.open(file.toString()));
        return LazyFrame.of(session.plan(sql));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "few groups          | SELECT id1, sum(v1) AS v1, max(id2) AS m FROM x GROUP BY id1       | cpu.chunk.rows=100",
                "groups by partition | SELECT id3, sum(v1) AS v1, count(*) AS n FROM x GROUP BY id3       | cpu.merge.partitionFromGroups=10",
                "rows by partition   | SELECT id6, v2, sum(v1) AS v1 FROM x GROUP BY id6, v2, v3          | cpu.table.checkFromGroups=100",
                "tables left         | SELECT id3, max(id1) AS m FROM x GROUP BY id3, v3                  | cpu.table.checkFromGroups=100",
                "lists               | SELECT id6, median(v2) AS m, max(v1, 2) AS t FROM x GROUP BY id6   | cpu.merge.partitionFromGroups=10",
                "distinct            | SELECT id4, count(DISTINCT id3) AS n FROM x GROUP BY id4           | cpu.chunk.rows=512",
                "groups on disk      | SELECT id3, id6, sum(v3) AS v3 FROM x GROUP BY id3, id6, v3        | cpu.spill.bytes=4000",
                "filter              | SELECT upper(id3) AS id3, v1 + v2 AS v FROM x WHERE v1 > 2         | cpu.chunk.rows=2048",
                "sort                | SELECT * FROM x ORDER BY v3, id3                                   | cpu.chunk.rows=2048",
                "sort on disk        | SELECT * FROM x ORDER BY id3, v3                                   | sort.spill.bytes=20000",
                "window              | SELECT id4, row_number() OVER (PARTITION BY id4 ORDER BY v3) FROM x| cpu.chunk.rows=2048",
                "windows on disk     | SELECT id4, row_number() OVER (PARTITION BY id4 ORDER BY v3) FROM x| sort.spill.bytes=20000",
                "top                 | SELECT id2, v2 FROM x ORDER BY v2, id2 LIMIT 10                    | cpu.chunk.rows=2048"
            })
    void aCancelledQueryLeavesNothingBehind(String phase, String sql, String setting) throws IOException {
        String[] words = setting.split("=");
        Settings settings = new Settings(Map.of(
                words[0], words[1], "parquet.batch.rows", "111", "cpu.partitions", "8", "cpu.rowPartitions", "8"));
        for (int threads = 1; threads <= 2; threads++) {
            long looks = looks(sql, settings, threads);
            if (threads == 1) { // of two, the other one may have done nearly all
                assertThat(looks).as(phase).isGreaterThan(MOMENTS);
            }
            for (int moment = 0; moment <= MOMENTS; moment++) {
                cancel(sql, settings, threads, 1 + (looks - 1) * moment / MOMENTS);
            }
        }
    }

    private long looks(String sql, Settings settings, int threads) {
        AtomicLong looks = new AtomicLong();
        try (MemoryPool pool = MemoryPool.create();
                var _ = Checkpoint.watch(looks::incrementAndGet)) {
            run(sql, pool, settings, threads, new Cancellation());
        }
        return looks.get();
    }

    /// Cancels at the look of this number. On several threads the calling one may have less to do than the last
    /// time: then the query ends as if nothing had been.
    private void cancel(String sql, Settings settings, int threads, long look) throws IOException {
        Cancellation cancellation = new Cancellation();
        AtomicLong looks = new AtomicLong();
        Runnable trap = () -> {
            if (looks.incrementAndGet() == look) {
                cancellation.cancel("no longer wanted");
            }
        };
        try (MemoryPool pool = MemoryPool.create()) {
            try (var _ = Checkpoint.watch(trap)) {
                run(sql, pool, settings, threads, cancellation);
                assertThat(threads > 1).as("ended although it was cancelled").isTrue();
            } catch (QueryCancelledException cancelled) {
                assertThat(cancelled).hasMessage("no longer wanted");
            }
            PoolCheck.assertEmpty(pool);
        }
        assertThat(temporary).isEmptyDirectory();
    }

    private void run(String sql, MemoryPool pool, Settings settings, int threads, Cancellation cancellation) {
        QueryContext context = QueryContext.builder()
                .pool(pool)
                .threads(threads)
                .settings(settings)
                .spillFolder(temporary)
                .cancellation(cancellation)
                .build();
        frame(sql).collect(context).close();
    }

    @Test
    void aCancelledWriteLeavesNoFile() throws IOException {
        LazyFrame sorted = frame("SELECT * FROM x ORDER BY v3");
        for (int look = 1; look < 400; look *= 2) {
            Cancellation cancellation = new Cancellation();
            AtomicLong left = new AtomicLong(look);
            Runnable trap = () -> {
                if (left.decrementAndGet() == 0) {
                    cancellation.cancel("no longer wanted");
                }
            };
            Path target = temporary.resolve("out.parquet");
            try (MemoryPool pool = MemoryPool.create()) {
                QueryContext context = QueryContext.builder()
                        .pool(pool)
                        .threads(1)
                        .cancellation(cancellation)
                        .build();
                try (var _ = Checkpoint.watch(trap)) {
                    assertThatThrownBy(() -> sorted.sink(FileFormats.of(target), target, context))
                            .isInstanceOf(QueryCancelledException.class);
                }
                PoolCheck.assertEmpty(pool);
            }
            assertThat(temporary).isEmptyDirectory();
        }
    }
}
