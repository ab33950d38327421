package dev.sheaf.differential;

import dev.sheaf.column.Table;
import dev.sheaf.frame.LazyFrame;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.FileFormats;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.sql.SqlSession;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.Sample;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Sheaf with one table `t` or several, run in a way drawn at random: threads, batch sizes, forced strategies.
final class SheafSql implements AutoCloseable {
    private static final List<String> GROUPERS = List.of("auto", "direct", "packed64", "packed128", "rows", "string");

    private final MemoryPool pool = MemoryPool.create();
    private final SqlSession session = new SqlSession();
    private final List<Table> tables;

    private SheafSql(Sample rows) {
        Table table = rows.build(pool);
        tables = List.of(table);
        session.register("t", table);
    }

    private SheafSql(Map<String, Sample> samples) {
        tables = new ArrayList<>();
        samples.forEach((name, sample) -> {
            Table table = sample.build(pool);
            tables.add(table);
            session.register(name, table);
        });
    }

    private SheafSql(Path file) {
        tables = List.of();
        session.register("t", FileFormats.open(file.toString()));
    }

    /// A table in memory, laid out as the sample says.
    static SheafSql over(Sample rows) {
        return new SheafSql(rows);
    }

    /// Several tables by name.
    static SheafSql over(Map<String, Sample> samples) {
        return new SheafSql(samples);
    }

    /// A table in a file.
    static SheafSql over(Path file) {
        return new SheafSql(file);
    }

    /// Writes a sample to a Parquet file.
    static void writeParquet(Sample rows, Path file) {
        try (MemoryPool pool = MemoryPool.create()) {
            try (Table table = rows.build(pool)) {
                LazyFrame.of(table)
                        .sink(
                                FileFormats.of(file),
                                file,
                                QueryContext.builder().pool(pool).build());
            }
            PoolCheck.assertEmpty(pool);
        }
    }

    /// How a query runs.
    record Way(int threads, Map<String, String> settings) {
        static Way random(SplittableRandom random) {
            Map<String, String> settings = new HashMap<>();
            if (random.nextInt(4) != 0) {
                settings.put("morsel.rows", String.valueOf(List.of(3, 17, 64).get(random.nextInt(3))));
                if (random.nextBoolean()) {
                    settings.put(
                            "sort.spill.bytes",
                            String.valueOf(List.of(1, 300, 3000).get(random.nextInt(3))));
                }
                settings.put("cpu.grouper", GROUPERS.get(random.nextInt(GROUPERS.size())));
                settings.put("cpu.table.initialSlots", "4");
                settings.put("cpu.table.checkFromGroups", "8");
                settings.put("cpu.merge.partitionFromGroups", "8");
                settings.put("cpu.chunk.rows", "4");
                settings.put(
                        "join.ahead.rows", String.valueOf(List.of(-1, 2, 1000).get(random.nextInt(3))));
                settings.put("groups.sample.rows", String.valueOf(random.nextBoolean() ? 1 : 1000));
                settings.put(
                        "window.stretch.rows",
                        String.valueOf(List.of(1, 5, 32, 1000).get(random.nextInt(4))));
            }
            return new Way(random.nextInt(1, 5), settings);
        }
    }

    Answer query(String sql, Way way) {
        QueryContext context = QueryContext.builder()
                .pool(pool)
                .threads(way.threads())
                .settings(new Settings(way.settings()))
                .build();
        try (Table result = LazyFrame.of(session.plan(sql)).collect(context)) {
            return Answer.of(result);
        }
    }

    @Override
    public void close() {
        tables.forEach(Table::close);
        PoolCheck.assertEmpty(pool);
        pool.close();
    }
}
