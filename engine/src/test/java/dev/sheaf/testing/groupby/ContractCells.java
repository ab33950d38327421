package dev.sheaf.testing.groupby;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.AggregationKind;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.testing.DataTypes;
import dev.sheaf.testing.RandomTables;
import dev.sheaf.testing.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Random cases that go through every kind of aggregation with every type that it takes, with and without nulls, over
/// no rows and some, by keys that are sorted and not: each of these is a cell.
///
/// APPROX_NUNIQUE has no cells: its results are estimates, which `EstimatesTest` holds to their error.
final class ContractCells {
    /// Aggregates a case, so that 20,000 cases leave no cell with few.
    static final int MANY = 16;

    /// Aggregates a case, so that most cases have none that only the CPU computes.
    static final int FEW = 2;

    private static final int MAX_ROWS = 33;
    private static final double LARGEST = 1e6;

    /// A kind with the type of its first argument; null for a kind without arguments.
    record Cell(AggregationKind kind, @Nullable DataType type, boolean nulls, boolean empty, boolean sorted) {}

    /// One case: a request, its rows, and the cells that it is of.
    record Case(GroupByRequest request, Sample rows, List<Cell> cells, boolean sorted) {}

    private record Pair(AggregationKind kind, List<DataType> types) {}

    private static final List<DataType> TYPES = DataTypes.all().stream()
            .filter(type -> type.equals(type.decoded()) && !(type instanceof DataType.CategoryType))
            .toList();

    private static final List<Pair> PAIRS = Arrays.stream(AggregationKind.values())
            .filter(kind -> kind != AggregationKind.APPROX_NUNIQUE)
            .flatMap(ContractCells::pairs)
            .toList();

    private final SplittableRandom random;
    private final boolean nulls;
    private final boolean empty;
    private final boolean sorted;

    private ContractCells(SplittableRandom random) {
        this.random = random;
        this.nulls = random.nextBoolean();
        this.empty = random.nextBoolean();
        this.sorted = random.nextBoolean();
    }

    private static Stream<Pair> pairs(AggregationKind kind) {
        if (kind.arity() == 0) {
            return Stream.of(new Pair(kind, List.of()));
        }
        if (kind.examples().getFirst() instanceof Aggregation.Merge(Aggregation of)) {
            return states(of).map(type -> new Pair(kind, List.of(type)));
        }
        return TYPES.stream()
                .filter(type -> TYPES.stream().anyMatch(other -> kind.supports(arguments(kind, type, other))))
                .map(type -> new Pair(kind, List.of(type)));
    }

    private static Stream<DataType> states(Aggregation of) {
        return of instanceof Aggregation.ValueCounts
                ? TYPES.stream()
                        .filter(type -> AggregationKind.MIN.supports(List.of(type)))
                        .map(type -> ReferenceStates.counted(type, true))
                : Stream.of(of instanceof Aggregation.M2 ? ReferenceStates.MOMENTS : ReferenceStates.DIGEST);
    }

    private static List<DataType> arguments(AggregationKind kind, DataType first, DataType other) {
        return kind.arity() == 1 ? List.of(first) : List.of(first, other);
    }

    /// All cells that a case may be of.
    static List<Cell> permitted() {
        List<Boolean> either = List.of(false, true);
        List<Cell> cells = new ArrayList<>();
        for (Pair pair : PAIRS) {
            for (boolean nulls : either) {
                for (boolean empty : either) {
                    for (boolean sorted : either) {
                        cells.add(new Cell(pair.kind(), first(pair), nulls, empty, sorted));
                    }
                }
            }
        }
        return cells;
    }

    private static @Nullable DataType first(Pair pair) {
        return pair.types().isEmpty() ? null : pair.types().getFirst();
    }

    /// The cells of the case that the same arguments give.
    static List<Cell> cells(int aggregates, SplittableRandom random) {
        ContractCells drawn = new ContractCells(random);
        return drawn.drawPairs(aggregates).stream().map(drawn::cell).toList();
    }

    static Case draw(int aggregates, SplittableRandom random) {
        ContractCells drawn = new ContractCells(random);
        List<Pair> pairs = drawn.drawPairs(aggregates);
        GroupByRequest request = drawn.request(pairs);
        return new Case(
                request,
                drawn.rows(request.input()),
                pairs.stream().map(drawn::cell).toList(),
                drawn.sorted);
    }

    private List<Pair> drawPairs(int aggregates) {
        return IntStream.range(0, aggregates)
                .mapToObj(_ -> PAIRS.get(random.nextInt(PAIRS.size())))
                .toList();
    }

    private Cell cell(Pair pair) {
        return new Cell(pair.kind(), first(pair), nulls, empty, sorted);
    }

    private GroupByRequest request(List<Pair> pairs) {
        RandomTables tables = new RandomTables(random);
        List<Field> fields = new ArrayList<>();
        List<Expr> keys = new ArrayList<>();
        for (int i = random.nextInt(sorted ? 1 : 0, 3); i > 0; i--) {
            fields.add(new Field("k" + i, random.nextBoolean() ? DataType.INT32 : tables.anyType(), nulls));
            keys.add(Expressions.col("k" + i));
        }
        List<Expr> aggregates = new ArrayList<>();
        for (Pair pair : pairs) {
            List<Expr> arguments = new ArrayList<>();
            for (DataType type : types(pair)) {
                String name = "v" + aggregates.size() + (char) ('a' + arguments.size());
                fields.add(new Field(name, type, nulls));
                arguments.add(Expressions.col(name));
            }
            List<Aggregation> examples = pair.kind().examples();
            Aggregation kind = examples.get(random.nextInt(examples.size()));
            boolean distinct = !arguments.isEmpty() && random.nextInt(10) == 0;
            aggregates.add(new Expr.Aggregate(kind, arguments, Optional.empty(), distinct).as("a" + aggregates.size()));
        }
        GroupByOptions options = GroupByOptions.DEFAULT
                .with(NullKeys.values()[random.nextInt(2)])
                .with(Order.values()[random.nextInt(3)])
                .with(Overflow.WRAP);
        return new GroupByRequest(new Schema(fields), Optional.empty(), keys, aggregates, options);
    }

    private List<DataType> types(Pair pair) {
        if (pair.kind().arity() < 2) {
            return pair.types();
        }
        while (true) {
            List<DataType> types = List.of(pair.types().getFirst(), TYPES.get(random.nextInt(TYPES.size())));
            if (pair.kind().supports(types)) {
                return types;
            }
        }
    }

    private Sample rows(Schema schema) {
        int size = empty ? 0 : random.nextInt(1, MAX_ROWS);
        Sample drawn = PackedSamples.valid(new RandomTables(random).sample(schema, size), random);
        List<List<@Nullable Object>> columns = new ArrayList<>();
        for (int i = 0; i < schema.size(); i++) {
            Field field = schema.field(i);
            boolean isArgument = field.name().startsWith("v");
            List<@Nullable Object> values = new ArrayList<>(drawn.columns().get(i));
            if (isArgument) {
                values.replaceAll(value -> tame(field.type(), value));
            }
            if (isArgument && nulls && !empty) {
                values.set(random.nextInt(size), null);
            }
            columns.add(values);
        }
        return new Sample(schema, sorted ? byKeys(schema, columns) : columns, drawn.dictionaries(), drawn.rowsBefore());
    }

    /// Numbers of moderate size, so that neither products nor moments leave the range in one order of rows and not in
    /// another; infinities and NaNs stay.
    private static @Nullable Object tame(DataType type, @Nullable Object value) {
        double size = value instanceof Number number ? Math.abs(number.doubleValue()) : 0;
        boolean isTame = size == 0 || !Double.isFinite(size) || (size > 1 / LARGEST && size < LARGEST);
        return isTame ? value : RandomComparison.moderate(type, value);
    }

    private static List<List<@Nullable Object>> byKeys(Schema schema, List<List<@Nullable Object>> columns) {
        Comparator<Integer> order = (_, _) -> 0;
        for (int i = 0; i < schema.size() && schema.field(i).name().startsWith("k"); i++) {
            List<@Nullable Object> keys = columns.get(i);
            order = order.thenComparing(row -> keys.get(row), ReferenceOrder.nullsLast());
        }
        List<Integer> rows = IntStream.range(0, columns.getFirst().size())
                .boxed()
                .sorted(order)
                .toList();
        List<List<@Nullable Object>> inOrder = new ArrayList<>();
        for (List<@Nullable Object> column : columns) {
            List<@Nullable Object> moved = new ArrayList<>();
            rows.forEach(row -> moved.add(column.get(row)));
            inOrder.add(moved);
        }
        return inOrder;
    }
}
