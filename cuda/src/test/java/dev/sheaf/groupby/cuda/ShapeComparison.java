package dev.sheaf.groupby.cuda;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Table;
import dev.sheaf.groupby.Backend;
import dev.sheaf.groupby.Backends;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.GroupFinish;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.cuda.request.GeneralPlanner;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Batch;
import dev.sheaf.query.BatchSource;
import dev.sheaf.query.Decision;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Scan;
import dev.sheaf.query.Settings;
import dev.sheaf.query.TableDataset;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Tables;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Compares a backend with the CPU over random data of a shape, and counts where it ran. Thread-safe.
final class ShapeComparison {
    private static final double MODERATE = 1e6;

    private final Backend backend;
    private final Backend cpu;
    private final Map<String, String> settings;
    private final Map<String, Integer> ways = new ConcurrentSkipListMap<>();
    private final AtomicInteger onGpu = new AtomicInteger();
    private final AtomicInteger finishedByKernel = new AtomicInteger();
    private final AtomicInteger cases = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger answers = new AtomicInteger();

    ShapeComparison(Backend backend, Map<String, String> settings) {
        this.backend = backend;
        this.settings = settings;
        this.cpu = Backends.all().stream()
                .filter(other -> other.name().equals("cpu"))
                .findFirst()
                .orElseThrow();
    }

    /// One case: a shape, options and data drawn from `random`.
    void compare(int shape, SplittableRandom random) {
        compare(Shapes.request(shape, random), Shapes.isReproducible(shape), random);
    }

    /// That, and the same rows in another order, each of them twice: another case that takes no other kernels.
    void compareTwice(int shape, SplittableRandom random) {
        boolean exact = Shapes.isReproducible(shape);
        GroupByRequest request = Shapes.request(shape, random);
        compareTwice(request, GroupFinish.NONE, exact, sample(request, exact, random), random);
    }

    /// One case: a shape with what becomes of the groups, all drawn from `random`.
    void compareFinished(int shape, SplittableRandom random) {
        GroupByRequest request = Shapes.request(shape, random);
        GroupFinish finish = FinishShapes.finish(request, random);
        compare(request, finish, Shapes.isReproducible(shape), random);
    }

    /// The same with a given request and what becomes of the groups.
    void compareTwice(GroupByRequest request, GroupFinish finish, SplittableRandom random) {
        compareTwice(request, finish, false, sample(request, false, random), random);
    }

    /// The same with given data.
    void compareTwice(
            GroupByRequest request, GroupFinish finish, boolean exact, Sample sample, SplittableRandom random) {
        compare(request, finish, exact, sample);
        compare(request, finish, exact, twice(sample, random));
    }

    /// One case: a request, with data drawn from `random`; to the bit, if it is `exact`.
    void compare(GroupByRequest request, boolean exact, SplittableRandom random) {
        compare(request, GroupFinish.NONE, exact, random);
    }

    /// The same with what becomes of the groups.
    void compare(GroupByRequest request, GroupFinish finish, boolean exact, SplittableRandom random) {
        compare(request, finish, exact, sample(request, exact, random));
    }

    private static Sample sample(GroupByRequest request, boolean exact, SplittableRandom random) {
        RandomTables tables = new RandomTables(random);
        Sample any = tables.sample(request.input(), tables.size(200));
        return exact ? any : moderate(any);
    }

    /// The same with given data.
    void compare(GroupByRequest request, GroupFinish finish, boolean exact, Sample sample) {
        try (MemoryPool pool = MemoryPool.withLimit(4L << 30)) {
            Optional<Sample> expected = run(cpu, request, finish, sample, pool);
            Optional<Sample> actual = run(backend, request, finish, sample, pool);
            check(request, finish, exact ? 0 : Comparison.ROUNDING, expected, actual);
            expected.ifPresent(_ -> answers.incrementAndGet());
            PoolCheck.assertEmpty(pool);
        }
        cases.incrementAndGet();
        if (GeneralPlanner.plan(request) instanceof GeneralPlanner.Result.Refused) {
            refused.incrementAndGet();
        }
    }

    /// The result, or nothing if it overflows.
    private Optional<Sample> run(
            Backend on, GroupByRequest request, GroupFinish finish, Sample sample, MemoryPool pool) {
        QueryContext context = QueryContext.builder()
                .pool(pool)
                .threads(2)
                .settings(new Settings(settings))
                .build();
        try (Table table = sample.build(pool);
                BatchSource input =
                        new TableDataset(table).scan(new Scan(request.input().names(), Optional.empty()), context);
                BatchSource result = on.execute(request, finish, input, context)) {
            return Optional.of(read(result, context));
        } catch (ArithmeticException overflow) {
            return Optional.empty();
        } finally {
            context.decisions().stream()
                    .map(Decision::choice)
                    .filter(choice -> choice.startsWith("cuda: "))
                    .findFirst()
                    .ifPresent(this::count);
        }
    }

    private void count(String choice) {
        onGpu.incrementAndGet();
        if (choice.contains("final expressions by a kernel")) {
            finishedByKernel.incrementAndGet();
        }
        ways.merge(choice.replaceAll("[0-9]+", "#").replaceAll("^cuda: | *[:(,].*", ""), 1, Integer::sum);
    }

    /// The CPU may give the result in several batches; an empty one has no rows to read.
    private static Sample read(BatchSource result, QueryContext context) {
        List<Table> tables = new ArrayList<>();
        Batch batch;
        while ((batch = result.next(context)) != null) {
            tables.add(batch.table());
        }
        try (Table whole = dev.sheaf.column.Concat.tables(result.schema(), tables, context.pool())) {
            return Sample.of(whole);
        } finally {
            tables.forEach(Table::close);
        }
    }

    private void check(
            GroupByRequest request,
            GroupFinish finish,
            double error,
            Optional<Sample> expected,
            Optional<Sample> actual) {
        Comparison comparison = new Comparison(request.options().order() != Order.UNSPECIFIED, error);
        try {
            if (expected.isPresent() != actual.isPresent()) {
                throw new AssertionError("overflow on the " + (expected.isPresent() ? "GPU" : "CPU") + " alone");
            }
            expected.ifPresent(rows -> Tables.assertSame(rows, actual.orElseThrow(), comparison));
        } catch (AssertionError difference) {
            throw new AssertionError(
                    settings + ", " + request + ", " + finish + "\n" + difference.getMessage(), difference);
        }
    }

    private static Sample twice(Sample sample, SplittableRandom random) {
        List<Integer> order = new ArrayList<>();
        for (int row = 0; row < sample.columns().getFirst().size(); row++) {
            order.add(random.nextInt(order.size() + 1), row);
            order.add(random.nextInt(order.size() + 1), row);
        }
        List<List<@Nullable Object>> columns = new ArrayList<>();
        for (List<@Nullable Object> column : sample.columns()) {
            List<@Nullable Object> values = new ArrayList<>();
            order.forEach(row -> values.add(column.get(row)));
            columns.add(values);
        }
        return new Sample(sample.schema(), columns, sample.dictionaries(), sample.rowsBefore());
    }

    /// Floats beyond what sums of squares keep the digits of are replaced, but for infinities.
    private static Sample moderate(Sample sample) {
        List<List<@Nullable Object>> columns = new ArrayList<>();
        for (int i = 0; i < sample.schema().size(); i++) {
            Field field = sample.schema().field(i);
            List<@Nullable Object> values = new ArrayList<>();
            boolean isKey = field.name().startsWith("k");
            sample.columns().get(i).forEach(value -> values.add(isKey ? value : moderate(field.type(), value)));
            columns.add(values);
        }
        return new Sample(sample.schema(), columns, sample.dictionaries(), sample.rowsBefore());
    }

    private static @Nullable Object moderate(DataType type, @Nullable Object value) {
        return switch (value) {
            case Double number when Double.isFinite(number) -> number % MODERATE;
            case Float number when Float.isFinite(number) -> number % (float) MODERATE;
            case BigDecimal number
            when type.equals(DataType.decimal(30, 6)) -> number.remainder(new BigDecimal("1000000"));
            case null, default -> value;
        };
    }

    /// How often each strategy gave the result, sizes left out.
    Map<String, Integer> ways() {
        return ways;
    }

    /// How many cases ran.
    int cases() {
        return cases.get();
    }

    /// How many of them are of a request that is for a GPU.
    int asked() {
        return cases.get() - refused.get();
    }

    /// How many of them have a result that fits its type.
    int answers() {
        return answers.get();
    }

    /// In how many of them a kernel finished the groups.
    int finishedByKernel() {
        return finishedByKernel.get();
    }

    /// How many of them ran on the GPU.
    int onGpu() {
        return onGpu.get();
    }
}
