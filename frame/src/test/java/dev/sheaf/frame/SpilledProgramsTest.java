package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.TableBuilder;
import dev.sheaf.frame.store.FrameOptions;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.plan.SortKey;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.RandomCases;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Random programs over frames in a pool of a quarter of what they hold, against lists of records.
class SpilledProgramsTest {
    private static final Schema SCHEMA =
            Schema.of(new Field("k", DataType.INT64), new Field("v", DataType.INT64), new Field("t", DataType.STRING));
    private static final long LIMIT = 1 << 20;

    /// Of about 40 bytes each.
    private static final int ROWS = 100_000;

    private static final int STEPS = 12;

    private record Line(long k, @Nullable Long v, @Nullable String t) {}

    private record Pair(DataFrame frame, List<Line> model) {}

    @Test
    void framesHoldWhatListsHold() {
        RandomCases.run(500, 3, random -> {
            try (MemoryPool pool = MemoryPool.withLimit(LIMIT)) {
                FrameOptions options = FrameOptions.DEFAULT.withQueries(() -> QueryContext.builder()
                        .pool(pool)
                        .threads(random.nextInt(1, 3))
                        .build());
                List<Pair> pairs = new ArrayList<>(List.of(start(random, options)));
                check(pairs.getFirst());
                for (int step = 0; step < STEPS; step++) {
                    step(pairs, random);
                }
                pairs.forEach(SpilledProgramsTest::check);
                pairs.forEach(pair -> pair.frame().close());
                assertThat(pool.leakCount()).isZero();
            }
        });
    }

    private static Pair start(SplittableRandom random, FrameOptions options) {
        List<Line> model = new ArrayList<>();
        DataFrame all = null;
        int size = ROWS / 10;
        for (int piece = 0; piece < 10; piece++) {
            try (TableBuilder builder = new TableBuilder(SCHEMA, options.pool())) {
                for (int row = 0; row < size; row++) {
                    Line line = new Line(
                            model.size(),
                            random.nextInt(10) == 0 ? null : random.nextLong(1000),
                            random.nextInt(10) == 0 ? null : "text " + random.nextInt(50));
                    model.add(line);
                    builder.row(line.k, line.v, line.t);
                }
                try (Table table = builder.build()) {
                    DataFrame next = DataFrame.of(table, options);
                    all = all == null ? next : DataFrame.concat(all, next);
                }
            }
        }
        return new Pair(all, model);
    }

    private static void step(List<Pair> pairs, SplittableRandom random) {
        Pair pair = pairs.get(random.nextInt(pairs.size()));
        DataFrame frame = pair.frame();
        List<Line> model = pair.model();
        int rows = model.size();
        switch (random.nextInt(9)) {
            case 0 -> pairs.add(new Pair(frame.copy(), new ArrayList<>(model)));
            case 1 -> {
                int from = random.nextInt(rows / 4 + 1);
                int size = rows / 2;
                pairs.add(new Pair(frame.slice(from, size), new ArrayList<>(model.subList(from, from + size))));
            }
            case 2 -> {
                long most = random.nextLong(1000);
                pairs.add(new Pair(
                        frame.filter(col("v").le(most)),
                        kept(model.stream().filter(line -> line.v != null && line.v <= most))));
            }
            case 3 ->
                pairs.add(new Pair(
                        frame.sortValues(SortKey.ascending("v"), SortKey.descending("k")),
                        kept(model.stream()
                                .sorted(Comparator.comparing(
                                                Line::v, Comparator.nullsLast(Comparator.<Long>naturalOrder()))
                                        .thenComparing(Comparator.comparingLong(Line::k)
                                                .reversed())))));
            case 4 -> {
                long more = random.nextLong(5);
                pairs.add(new Pair(
                        frame.assign(col("v").plus(lit(more)).as("v")),
                        kept(model.stream().map(line -> new Line(line.k, plus(line.v, more), line.t)))));
            }
            case 5 -> {
                Pair other = pairs.get(random.nextInt(pairs.size()));
                List<Line> both = new ArrayList<>(model);
                both.addAll(other.model());
                if (both.size() <= 2 * ROWS) {
                    pairs.add(new Pair(DataFrame.concat(frame, other.frame()), both));
                }
            }
            case 6 -> groups(pair);
            default -> write(pair, random);
        }
        if (pairs.size() > 4) {
            pairs.remove(random.nextInt(pairs.size())).frame().close();
        }
    }

    private static List<Line> kept(java.util.stream.Stream<Line> lines) {
        return lines.collect(Collectors.toCollection(ArrayList::new));
    }

    private static @Nullable Long plus(@Nullable Long value, long more) {
        return value == null ? null : value + more;
    }

    private static void write(Pair pair, SplittableRandom random) {
        List<Line> model = pair.model();
        if (model.isEmpty()) {
            return;
        }
        int row = random.nextInt(model.size());
        Long value = random.nextInt(4) == 0 ? null : random.nextLong(1000);
        pair.frame().set(row, "v", value);
        model.set(row, new Line(model.get(row).k, value, model.get(row).t));
        assertThat(pair.frame().get(row, "v")).isEqualTo(value);
        if (random.nextInt(3) == 0) {
            pair.frame().set(col("v").gt(900), "t", "set");
            model.replaceAll(line -> line.v != null && line.v > 900 ? new Line(line.k, line.v, "set") : line);
        }
    }

    private static void groups(Pair pair) {
        Map<String, Long> sums = new TreeMap<>();
        Map<String, Long> counts = new TreeMap<>();
        for (Line line : pair.model()) {
            if (line.t != null) {
                sums.merge(line.t, Objects.requireNonNullElse(line.v, 0L), Long::sum);
                counts.merge(line.t, 1L, Long::sum);
            }
        }
        try (DataFrame groups = pair.frame()
                .groupBy("t")
                .agg(sum("v").as("sum"), count().as("rows"))
                .resetIndex()) {
            Map<String, Long> found = new TreeMap<>();
            Map<String, Long> rows = new TreeMap<>();
            groups.forEach(row -> {
                found.put(row.getString("t"), row.isNull("sum") ? 0 : row.getLong("sum"));
                rows.put(row.getString("t"), row.getLong("rows"));
            });
            assertThat(found).isEqualTo(sums);
            assertThat(rows).isEqualTo(counts);
        }
    }

    private static void check(Pair pair) {
        List<Line> found = new ArrayList<>();
        pair.frame()
                .forEach(row -> found.add(new Line(
                        row.getLong("k"),
                        row.isNull("v") ? null : row.getLong("v"),
                        row.isNull("t") ? null : row.getString("t"))));
        assertThat(found.size()).isEqualTo(pair.model().size());
        for (int row = 0; row < found.size(); row++) {
            if (!found.get(row).equals(pair.model().get(row))) {
                assertThat(found.get(row))
                        .as("row " + row)
                        .isEqualTo(pair.model().get(row));
            }
        }
    }
}
