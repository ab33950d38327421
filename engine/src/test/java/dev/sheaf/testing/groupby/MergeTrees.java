package dev.sheaf.testing.groupby;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.AggregationKind;
import dev.sheaf.groupby.Backends;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.PartialState;
import dev.sheaf.groupby.StreamingGroupBy;
import dev.sheaf.groupby.Sums;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import dev.sheaf.testing.Comparison;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import dev.sheaf.testing.Shrinking;
import dev.sheaf.testing.Tables;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Random requests of one kind of aggregation, over rows that are split at random, grouped part by part, and put
/// together by a random tree of merges: the result has to be that of all rows at once.
///
/// `transport` takes over each state that is handed from one part to another and gives back what arrives.
/// `maker` makes the states of half of the parts.
public record MergeTrees(MemoryPool pool, UnaryOperator<PartialState> transport, Maker maker) {
    private static final int MAX_ROWS = 40;
    private static final int MAX_PARTS = 6;

    /// Everything goes to disk as soon as it is there.
    private static final Settings SPILLING =
            new Settings(Map.of("cpu.spill.bytes", "1", "cpu.partitions", "4", "cpu.chunk.rows", "5"));

    /// Little is allocated for tables of few rows.
    private static final Settings SMALL = new Settings(Map.of("cpu.chunk.rows", "32", "cpu.table.initialSlots", "16"));

    /// How far floating sums of other splits may be apart, relative to their size.
    private static final double ROUNDING = 1e-12;

    /// Makes the state of some rows.
    public interface Maker {
        PartialState of(GroupByRequest request, Table rows, QueryContext context);
    }

    public MergeTrees(MemoryPool pool, UnaryOperator<PartialState> transport) {
        this(pool, transport, PartialState::of);
    }

    /// One case of a kind, drawn from `random`.
    public void check(AggregationKind kind, SplittableRandom random) {
        GroupByRequest request = request(kind, random);
        RandomTables tables = new RandomTables(random);
        Sample drawn = PackedSamples.valid(tables.sample(request.input(), random.nextInt(MAX_ROWS)), random);
        boolean exact = isExact(kind, request);
        Sample sample = exact ? drawn : moderate(drawn, random);
        long layout = random.nextLong();
        Shrinking.check(sample, rows -> compare(over(request, rows.schema()), rows, layout, exact ? 0 : ROUNDING));
    }

    /// Whether the result is the same to the bit for any split. Sums are if they are asked to be; so few rows
    /// as here a t-digest keeps one by one, whatever it gives for more.
    private static boolean isExact(AggregationKind kind, GroupByRequest request) {
        return switch (kind.agreement()) {
            case EXACT -> true;
            case ROUNDED ->
                kind != AggregationKind.PRODUCT
                        && kind != AggregationKind.MERGE_M2
                        && request.options().sums() == Sums.REPRODUCIBLE;
            case APPROXIMATE -> false;
        };
    }

    private static GroupByRequest over(GroupByRequest request, Schema schema) {
        return new GroupByRequest(schema, request.filter(), request.keys(), request.aggregates(), request.options());
    }

    private void compare(GroupByRequest request, Sample rows, long layout, double error) {
        boolean ordered = request.options().order() != Order.UNSPECIFIED;
        Sample expected = orOverflow(() -> whole(request, rows));
        Sample actual = orOverflow(() -> merged(request, rows, new SplittableRandom(layout)));
        PoolCheck.assertEmpty(pool);
        if ((expected == null) != (actual == null)) {
            throw new AssertionError(request + "\none overflows: at once " + expected + ", merged " + actual);
        }
        if (expected == null || actual == null) {
            return;
        }
        try {
            Tables.assertSame(expected, actual, new Comparison(ordered, error));
        } catch (AssertionError difference) {
            throw new AssertionError(request + "\n" + difference.getMessage(), difference);
        }
    }

    private QueryContext context(Settings settings) {
        return QueryContext.builder().pool(pool).threads(1).settings(settings).build();
    }

    private static Settings settings(SplittableRandom random) {
        return switch (random.nextInt(10)) {
            case 0 -> SPILLING;
            case 1 -> Settings.DEFAULT;
            default -> SMALL;
        };
    }

    private Sample whole(GroupByRequest request, Sample rows) {
        QueryContext context = context(Settings.DEFAULT);
        try (PieceSource source = new PieceSource(request.input(), Piece.whole(rows), pool);
                var result = Backends.execute(request, source, context)) {
            return GroupByRun.read(result, context);
        }
    }

    private Sample merged(GroupByRequest request, Sample rows, SplittableRandom random) {
        QueryContext context = context(settings(random));
        int parts = 1 + random.nextInt(MAX_PARTS);
        int[] cuts = random.ints(parts - 1, 0, rows.rowCount() + 1).sorted().toArray();
        try (PartialState state = tree(request, rows, cuts, 0, parts, random, context);
                Table result = state.finalizeResult(context)) {
            return Sample.of(result);
        }
    }

    /// The state of parts `from` to `to`.
    private PartialState tree(
            GroupByRequest request,
            Sample rows,
            int[] cuts,
            int from,
            int to,
            SplittableRandom random,
            QueryContext context) {
        if (to - from == 1) {
            int start = from == 0 ? 0 : cuts[from - 1];
            int end = to > cuts.length ? rows.rowCount() : cuts[to - 1];
            return transport.apply(
                    streamed(request, rows.withoutRows(end, rows.rowCount()).withoutRows(0, start), random, context));
        }
        int middle = from + 1 + random.nextInt(to - from - 1);
        try (PartialState left = tree(request, rows, cuts, from, middle, random, context);
                PartialState right = tree(request, rows, cuts, middle, to, random, context)) {
            if (random.nextBoolean()) {
                return transport.apply(PartialState.merge(left, right, context));
            }
            try (StreamingGroupBy both = StreamingGroupBy.open(request, context)) {
                both.merge(left);
                both.merge(right);
                return transport.apply(both.state());
            }
        }
    }

    /// The state of rows that come in several batches.
    private PartialState streamed(GroupByRequest request, Sample rows, SplittableRandom random, QueryContext context) {
        if (random.nextBoolean()) {
            try (Table table = rows.build(pool)) {
                return maker.of(request, table, context);
            }
        }
        try (StreamingGroupBy stream = random.nextBoolean()
                ? StreamingGroupBy.open(request, 1_000_000, context)
                : StreamingGroupBy.open(request, context)) {
            for (int first = 0; first < rows.rowCount(); ) {
                int end = Math.min(rows.rowCount(), first + 1 + random.nextInt(rows.rowCount()));
                Sample batch = rows.withoutRows(end, rows.rowCount()).withoutRows(0, first);
                try (Table table = batch.build(pool)) {
                    stream.add(table);
                }
                first = end;
            }
            return stream.state();
        }
    }

    private static @Nullable Sample orOverflow(Supplier<Sample> run) {
        try {
            return run.get();
        } catch (ArithmeticException overflow) {
            return null;
        }
    }

    private static GroupByRequest request(AggregationKind kind, SplittableRandom random) {
        RandomTables tables = new RandomTables(random);
        List<Field> fields = new ArrayList<>();
        fields.add(new Field("c", DataType.BOOL));
        List<Expr> keys = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            DataType type = random.nextBoolean() ? tables.anyType() : DataType.STRING;
            fields.add(new Field("k" + keys.size(), type, random.nextInt(4) != 0));
            keys.add(Expressions.col("k" + keys.size()));
        }
        List<Expr> arguments = new ArrayList<>();
        for (DataType type : argumentTypes(kind, random)) {
            fields.add(new Field("v" + arguments.size(), type, random.nextInt(4) != 0));
            arguments.add(Expressions.col("v" + arguments.size()));
        }
        Optional<Expr> some =
                random.nextInt(5) == 0 ? Optional.of(Expressions.col("c").eq(true)) : Optional.empty();
        Optional<Expr> filter =
                random.nextInt(6) == 0 ? Optional.of(Expressions.col("c").isNull()) : Optional.empty();
        Aggregation aggregation =
                kind.examples().get(random.nextInt(kind.examples().size()));
        boolean distinct = kind.arity() > 0 && random.nextInt(6) == 0;
        List<Expr> aggregates = new ArrayList<>();
        aggregates.add(new Expr.Aggregate(aggregation, arguments, some, distinct).as("a"));
        if (random.nextBoolean()) {
            aggregates.add(Expressions.count().as("rows"));
        }
        return new GroupByRequest(new Schema(fields), filter, keys, aggregates, options(random));
    }

    private static List<DataType> argumentTypes(AggregationKind kind, SplittableRandom random) {
        RandomTables tables = new RandomTables(random);
        if (kind.examples().getFirst() instanceof Aggregation.Merge(Aggregation of)) {
            return List.of(PackedSamples.type(of, tables));
        }
        while (true) {
            List<DataType> types = new ArrayList<>();
            for (int i = 0; i < kind.arity(); i++) {
                types.add(tables.anyType());
            }
            if (kind.supports(types)) {
                return types;
            }
        }
    }

    private static GroupByOptions options(SplittableRandom random) {
        return GroupByOptions.DEFAULT
                .with(NullKeys.values()[random.nextInt(2)])
                .with(Order.values()[random.nextInt(3)])
                .with(Sums.values()[random.nextInt(Sums.values().length)])
                .with(random.nextInt(4) == 0 ? Overflow.WRAP : Overflow.ERROR);
    }

    /// The sample with numeric arguments between 1 and 8, so that sums in another order differ by rounding
    /// alone; NaNs and infinities stay.
    private static Sample moderate(Sample sample, SplittableRandom random) {
        List<List<@Nullable Object>> columns = new ArrayList<>();
        for (int i = 0; i < sample.schema().size(); i++) {
            Field field = sample.schema().field(i);
            List<@Nullable Object> values = new ArrayList<>();
            for (Object value : sample.columns().get(i)) {
                values.add(field.name().startsWith("v") ? moderate(field.type(), value, random) : value);
            }
            columns.add(values);
        }
        return new Sample(sample.schema(), columns, sample.dictionaries(), sample.rowsBefore());
    }

    private static @Nullable Object moderate(DataType type, @Nullable Object value, SplittableRandom random) {
        if (!(value instanceof Number number) || !Double.isFinite(number.doubleValue())) {
            return value;
        }
        double drawn = 1 + random.nextInt(7 * 1024) / 1024.0;
        return switch (type) {
            case DataType.FloatType(int bits) -> bits == 32 ? (Object) (float) drawn : (Object) drawn;
            case DataType.DecimalType(int _, int scale) ->
                new BigDecimal(BigInteger.valueOf(1 + random.nextInt(9)), scale);
            default -> value.getClass() == BigInteger.class ? BigInteger.valueOf((long) drawn) : (long) drawn;
        };
    }
}
