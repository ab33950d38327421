package dev.sheaf.groupby.cuda.general;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.Schema;
import dev.sheaf.column.Table;
import dev.sheaf.column.Validity;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.Overflow;
import dev.sheaf.groupby.PartialState;
import dev.sheaf.groupby.Sums;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.request.Chunk;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What `Sums.REPRODUCIBLE` makes of sums, means and spreads: exact sums on the device, in the end as partial
/// states of the CPU's own group-by, which rounds them. So results have the bits that they have on the CPU.
public final class ExactState implements GroupState {
    private static final String GROUP = "group";
    private static final List<String> ARGUMENTS = List.of("x", "y");

    private final DeviceRun run;
    private final Aggregation kind;
    private final List<Integer> operands;
    private final List<DataType> types;
    private final CountState counts;
    private final Map<Term, ExactLimbs> sums = new EnumMap<>(Term.class);

    /// What is summed, in the order of the state's columns.
    private enum Term {
        X,
        Y,
        XX,
        YY,
        XY;

        boolean isProduct() {
            return compareTo(XX) >= 0;
        }
    }

    public ExactState(DeviceRun run, Aggregation kind, List<Integer> operands, List<DataType> types) {
        this.run = run;
        this.kind = kind;
        this.operands = List.copyOf(operands);
        this.types = List.copyOf(types);
        this.counts = new CountState(run, operands.size() == 1 ? operands.getFirst() : CountState.ALL_ROWS);
        try {
            terms(kind).forEach(term -> sums.put(term, new ExactLimbs(run, term.isProduct())));
        } catch (RuntimeException | Error failure) {
            close();
            throw failure;
        }
    }

    /// Whether an aggregate over a type is computed this way.
    static boolean computes(Aggregation kind, DataType type, Sums sums) {
        return sums == Sums.REPRODUCIBLE
                && switch (kind) {
                    case Aggregation.Sum(), Aggregation.Mean() -> type.isFloating();
                    case Aggregation.SumOfSquares() -> !type.isInteger();
                    default -> !terms(kind).isEmpty();
                };
    }

    private static List<Term> terms(Aggregation kind) {
        return switch (kind) {
            case Aggregation.Sum(), Aggregation.Mean() -> List.of(Term.X);
            case Aggregation.SumOfSquares() -> List.of(Term.XX);
            case Aggregation.M2(), Aggregation.Variance _, Aggregation.Std _ -> List.of(Term.X, Term.XX);
            case Aggregation.Covariance _ -> List.of(Term.X, Term.Y, Term.XY);
            case Aggregation.Correlation() -> List.of(Term.values());
            default -> List.of();
        };
    }

    @Override
    public void update(Chunk chunk, long mask) {
        if (operands.size() == 1) {
            counts.update(chunk, mask);
            add(chunk, chunk.operands().get(operands.getFirst()).validAddress(), mask);
            return;
        }
        try (Buffer keep = KeptRows.of(run, chunk, operands, mask)) {
            counts.update(chunk, keep.address());
            add(chunk, 0, keep.address());
        }
    }

    private void add(Chunk chunk, long valid, long mask) {
        try (Buffer xs = OperandDoubles.of(run, chunk, operands.getFirst(), types.getFirst());
                Buffer ys = OperandDoubles.of(run, chunk, operands.getLast(), types.getLast())) {
            long x = xs.address();
            long y = ys.address();
            sums.forEach((term, sum) -> {
                switch (term) {
                    case X -> sum.add(chunk, x, 0, valid, mask);
                    case Y -> sum.add(chunk, y, 0, valid, mask);
                    case XX -> sum.add(chunk, x, x, valid, mask);
                    case YY -> sum.add(chunk, y, y, valid, mask);
                    case XY -> sum.add(chunk, x, y, valid, mask);
                }
            });
        }
    }

    @Override
    public Result result(int groups) {
        return new Result.OfHost(this::column);
    }

    /// The states' table has the numbers of the groups as keys, by which the results are sorted.
    private Column column(HostResults results) {
        GroupByRequest request = request();
        QueryContext context =
                QueryContext.builder().pool(results.pool()).threads(1).build();
        try (PartialState states = PartialState.ofTable(request, states(request, results, context), 0, context);
                Table table = states.finalizeResult(context)) {
            return table.column(1).retain();
        }
    }

    private GroupByRequest request() {
        List<Field> fields = new ArrayList<>(List.of(new Field(GROUP, DataType.INT32)));
        List<Expr> arguments = new ArrayList<>();
        for (String name : ARGUMENTS.subList(0, operands.size())) {
            fields.add(new Field(name, DataType.FLOAT64));
            arguments.add(Expressions.col(name));
        }
        return new GroupByRequest(
                new Schema(fields),
                Optional.empty(),
                List.of(Expressions.col(GROUP)),
                List.of(new Expr.Aggregate(kind, arguments, Optional.empty(), false).as("result")),
                new GroupByOptions(NullKeys.INCLUDE, Order.SORTED, Overflow.ERROR, Sums.REPRODUCIBLE));
    }

    private Table states(GroupByRequest request, HostResults results, QueryContext context) {
        Schema schema;
        try (Table nothing = nothing(request.input(), results.pool());
                PartialState empty = PartialState.of(request, nothing, context)) {
            schema = empty.table().schema();
        }
        try (Closer closer = new Closer()) {
            List<Column> columns = new ArrayList<>();
            Column numbers = numbers(results);
            columns.add(closer.add(numbers));
            Column count = new FixedColumn(
                    DataType.INT64,
                    results.groups(),
                    results.words(counts.counts(results.all())),
                    Validity.allValid(results.groups()));
            columns.add(closer.add(count));
            for (ExactLimbs sum : sums.values()) {
                try (ExactNumbers exact = sum.download(results)) {
                    Column column = exact.states(results.groups(), results.pool());
                    columns.add(closer.add(column));
                }
            }
            Table table = new Table(schema, columns, results.groups());
            closer.release();
            return table;
        }
    }

    private static Table nothing(Schema schema, MemoryPool pool) {
        List<Column> columns = new ArrayList<>();
        for (Field field : schema.fields()) {
            Buffer buffer = pool.allocate(0, "no rows");
            columns.add(new FixedColumn(field.type(), 0, buffer, Validity.allValid(0)));
        }
        return new Table(schema, columns, 0);
    }

    private static Column numbers(HostResults results) {
        MemoryPool pool = results.pool();
        Buffer numbers = pool.allocate((long) results.groups() * Integer.BYTES, "group numbers");
        for (int group = 0; group < results.groups(); group++) {
            numbers.segment().setAtIndex(JAVA_INT, group, group);
        }
        return new FixedColumn(DataType.INT32, results.groups(), numbers, Validity.allValid(results.groups()));
    }

    @Override
    public void close() {
        counts.close();
        sums.values().forEach(ExactLimbs::close);
    }
}
