package dev.sheaf.groupby.cuda;

import static dev.sheaf.expr.Expressions.argMax;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.first;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.mean;
import static dev.sheaf.expr.Expressions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sheaf.column.Table;
import dev.sheaf.expr.Expr;
import dev.sheaf.groupby.GroupBy;
import dev.sheaf.groupby.GroupScan;
import dev.sheaf.groupby.Groups;
import dev.sheaf.groupby.GroupsOptions;
import dev.sheaf.groupby.RowsBy;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.window.RunFunction.RankMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What a table keeps of its plans, with kernels run on the CPU: `-Dsheaf.emulator=true`.
@OnEmulator
@ExtendWith(PoolCheck.class)
class EmulatedKeptPlansTest {
    private static final int THREADS = 3;
    private static final int TIMES = 2;

    private static final List<Question> QUESTIONS = List.of(
            question("few", sum("d").as("a"), count().as("n"), sum("d").as("b")),
            question("few", sum("d").as("a"), count().as("n")).where(col("i").gt(3)),
            question("few", sum("d").as("a"), count().as("n")).where(col("i").gt(40)),
            question("huge", sum("d").as("v"), mean("i").as("m")),
            question("name", sum("money").as("s"), argMax("d").as("at")),
            question("flag", max(col("i").times(3)).as("m"), first("l").as("f")),
            question("flag", max(col("i").times(5)).as("m"), first("l").as("f")));

    /// What is asked of the table.
    private record Question(String key, Optional<Expr> where, List<Expr> aggregates) {
        Question where(Expr condition) {
            return new Question(key, Optional.of(condition), aggregates);
        }

        Table onCpu(Table host) {
            GroupBy all = GroupBy.on(host, key);
            return where.map(all::where).orElse(all).aggregate(asked());
        }

        GpuTable onDevice(GpuTable table, QueryContext context, GpuStream stream) {
            GpuGroupBy all = table.groupBy(key);
            return where.map(all::where).orElse(all).aggregate(context, stream, asked());
        }

        private Expr[] asked() {
            return aggregates.toArray(Expr[]::new);
        }
    }

    private static Question question(String key, Expr... aggregates) {
        return new Question(key, Optional.empty(), List.of(aggregates));
    }

    /// Each begins with another question, so that they make of plans what others look for.
    @Test
    void threadsShareThem(MemoryPool pool) throws ExecutionException, InterruptedException {
        Gpu gpu = new Gpu(EmulatedDevice.create(1L << 30).open());
        Set<String> columns = Set.of("few", "huge", "name", "flag", "d", "i", "l", "money");
        try (Table host = ShapesData.table(1_000, 1, pool, columns::contains);
                GpuTable table = gpu.load(host);
                ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<TableDigest> expected = new ArrayList<>();
            for (Question question : QUESTIONS) {
                try (Table answer = question.onCpu(host)) {
                    expected.add(TableDigest.of(answer, 1));
                }
            }
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int first = thread;
                all.add(threads.submit(() -> ask(table, first, expected, pool)));
            }
            for (Future<?> each : all) {
                each.get();
            }
        }
    }

    /// Scans of one name that ask for other values, or read other columns.
    @Test
    void scansOfOneNameAreToldApart(MemoryPool pool) {
        List<List<GroupScan>> asked = List.of(
                List.of(
                        GroupScan.scan(sum("i")).as("a"),
                        GroupScan.scan(sum("l")).as("b")),
                List.of(
                        GroupScan.scan(max("i")).as("a"),
                        GroupScan.scan(sum("l")).as("b")),
                List.of(
                        GroupScan.scan(max("l")).as("a"),
                        GroupScan.rank("i", RankMethod.MIN).as("b")),
                List.of(
                        GroupScan.scan(max("l")).as("a"),
                        GroupScan.rank("l", RankMethod.MIN).as("b")));
        Gpu gpu = new Gpu(EmulatedDevice.create(1L << 30).open());
        QueryContext context = QueryContext.builder().pool(pool).build();
        try (Table host = ShapesData.table(1_000, 1, pool, Set.of("few", "mid", "i", "l")::contains);
                GpuTable table = gpu.load(host)) {
            for (int i = 0; i < TIMES * asked.size(); i++) {
                for (String key : List.of("few", "mid")) {
                    check(host, table, key, asked.get(i % asked.size()), context);
                }
            }
        }
        assertThat(context.decisions()).allMatch(decision -> decision.choice().startsWith("cuda"));
    }

    private static void check(Table host, GpuTable table, String key, List<GroupScan> scans, QueryContext context) {
        GroupScan[] all = scans.toArray(GroupScan[]::new);
        QueryContext cpu = QueryContext.builder().pool(context.pool()).build();
        try (GpuStream stream = table.gpu().openStream();
                GpuTable made = table.groupBy(key).scan(context, stream, all);
                Table found = made.download(context.pool(), stream);
                Groups groups = GroupBy.on(host, key).groups(cpu, GroupsOptions.DEFAULT);
                Table expected = groups.scan(cpu, RowsBy.TABLE, all)) {
            for (String name : List.of("a", "b")) {
                for (long row = 0; row < host.rowCount(); row++) {
                    assertThat(found.column(name).get(row))
                            .as("%s of %s by %s", name, scans, key)
                            .isEqualTo(expected.column(name).get(row));
                }
            }
        }
    }

    private static void ask(GpuTable table, int first, List<TableDigest> expected, MemoryPool pool) {
        QueryContext context = QueryContext.builder().pool(pool).threads(1).build();
        for (int i = 0; i < TIMES * QUESTIONS.size(); i++) {
            int number = (first + i) % QUESTIONS.size();
            Question question = QUESTIONS.get(number);
            try (GpuStream stream = table.gpu().openStream();
                    GpuTable made = question.onDevice(table, context, stream);
                    Table found = made.download(pool, stream)) {
                assertThat(expected.get(number).isLike(TableDigest.of(found, 1)))
                        .as("%s", question)
                        .isTrue();
            }
        }
        assertThat(context.decisions()).allMatch(decision -> decision.choice().startsWith("cuda"));
    }
}
