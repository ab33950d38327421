package dev.sheaf.frame;

import static dev.sheaf.expr.Expressions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.TableBuilder;
import dev.sheaf.frame.store.FrameOptions;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Random programs of copies, slices, selections, filters and writes over frames that share, against lists
/// that are copied each time: a write is seen through the frame that was written and no other.
@ExtendWith(PoolCheck.class)
class CopyOnWriteProgramsTest {
    private static final Schema SCHEMA =
            Schema.of(new Field("i", DataType.INT32), new Field("b", DataType.BOOL), new Field("t", DataType.STRING));
    private static final int STEPS = 40;

    /// A frame and what it should hold, column by column.
    private record Pair(DataFrame frame, List<List<@Nullable Object>> model) {}

    @Test
    void noWriteIsSeenThroughAnotherFrame(MemoryPool pool) {
        RandomCases.run(10_000, random -> {
            List<Pair> pairs = new ArrayList<>();
            try {
                pairs.add(start(random, pool));
                for (int step = 0; step < STEPS; step++) {
                    step(pairs, random);
                    check(pairs.get(random.nextInt(pairs.size())));
                }
                pairs.forEach(CopyOnWriteProgramsTest::check);
            } finally {
                pairs.forEach(pair -> pair.frame().close());
            }
        });
    }

    /// Threads copy one frame, and write each into its own copies.
    @Test
    void noWriteIsSeenThroughTheFrameOfAnotherThread(MemoryPool pool) throws Exception {
        SplittableRandom random = new SplittableRandom(5);
        Pair shared = start(random, pool);
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<?>> done = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                SplittableRandom own = random.split();
                done.add(threads.submit(() -> program(shared, own)));
            }
            for (Future<?> future : done) {
                future.get();
            }
        }
        check(shared);
        shared.frame().close();
    }

    private static void program(Pair shared, SplittableRandom random) {
        for (int round = 0; round < 200; round++) {
            Pair own = new Pair(
                    shared.frame().copy(),
                    copy(shared.model(), 0, shared.model().getFirst().size()));
            for (int i = 0; i < 5; i++) {
                write(own, random);
            }
            check(own);
            own.frame().close();
        }
    }

    private static Pair start(SplittableRandom random, MemoryPool pool) {
        int rows = random.nextInt(1, 140);
        List<List<@Nullable Object>> model = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        try (TableBuilder builder = new TableBuilder(SCHEMA, pool)) {
            int nulls = random.nextInt(3);
            for (int row = 0; row < rows; row++) {
                @Nullable Object[] values = new @Nullable Object[3];
                for (int column = 0; column < 3; column++) {
                    values[column] = nulls == 0 ? present(column, random) : value(column, random);
                    model.get(column).add(values[column]);
                }
                builder.row(values);
            }
            FrameOptions options = FrameOptions.DEFAULT.withQueries(
                    () -> QueryContext.builder().pool(pool).threads(1).build());
            try (var table = builder.build()) {
                return new Pair(DataFrame.of(table, options), model);
            }
        }
    }

    private static void step(List<Pair> pairs, SplittableRandom random) {
        Pair pair = pairs.get(random.nextInt(pairs.size()));
        int rows = pair.model().getFirst().size();
        switch (random.nextInt(8)) {
            case 0 -> pairs.add(new Pair(pair.frame().copy(), copy(pair.model(), 0, rows)));
            case 1 -> {
                int from = random.nextInt(rows);
                int size = random.nextInt(1, rows - from + 1);
                pairs.add(new Pair(pair.frame().slice(from, size), copy(pair.model(), from, size)));
            }
            case 2 -> pairs.add(new Pair(pair.frame().selectAt(0, 1, 2), copy(pair.model(), 0, rows)));
            case 3 ->
                pairs.add(new Pair(
                        pair.frame().filter(col("i").isNull().or(col("i").ge(-1000))), copy(pair.model(), 0, rows)));
            case 4 -> {
                if (pairs.size() > 1) {
                    pairs.remove(pair);
                    pair.frame().close();
                }
            }
            default -> write(pair, random);
        }
    }

    private static void write(Pair pair, SplittableRandom random) {
        int column = random.nextInt(3);
        List<@Nullable Object> values = pair.model().get(column);
        Object value = value(column, random);
        int row = random.nextInt(values.size());
        pair.frame().set(row, SCHEMA.field(column).name(), value);
        values.set(row, value);
        if (random.nextInt(4) == 0) {
            pair.frame().set(col("i").gt(50), "t", "set");
            for (int i = 0; i < values.size(); i++) {
                if (pair.model().getFirst().get(i) instanceof Integer number && number > 50) {
                    pair.model().get(2).set(i, "set");
                }
            }
        }
    }

    private static @Nullable Object value(int column, SplittableRandom random) {
        return random.nextInt(4) == 0 ? null : present(column, random);
    }

    private static Object present(int column, SplittableRandom random) {
        return switch (column) {
            case 0 -> random.nextInt(-100, 100);
            case 1 -> random.nextBoolean();
            default -> "text ".repeat(random.nextInt(4)) + random.nextInt(100);
        };
    }

    private static List<List<@Nullable Object>> copy(List<List<@Nullable Object>> model, int from, int size) {
        List<List<@Nullable Object>> copy = new ArrayList<>();
        model.forEach(column -> copy.add(new ArrayList<>(column.subList(from, from + size))));
        return Collections.unmodifiableList(copy);
    }

    private static void check(Pair pair) {
        try (var table = pair.frame().toTable()) {
            for (int column = 0; column < 3; column++) {
                assertThat(table.values(SCHEMA.field(column).name()))
                        .isEqualTo(pair.model().get(column));
                long nulls = pair.model().get(column).stream()
                        .filter(java.util.Objects::isNull)
                        .count();
                assertThat(table.column(column).nullCount()).isEqualTo(nulls);
            }
        }
    }
}
