package dev.sheaf.groupby.cpu.plan;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.bind.Typing;
import dev.sheaf.expr.eval.Evaluator;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.StateRequest;
import dev.sheaf.groupby.cpu.chunk.ColumnSource;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.chunk.InputSpec;
import dev.sheaf.groupby.cpu.chunk.StateField;
import dev.sheaf.groupby.cpu.finish.Finalizer;
import dev.sheaf.groupby.cpu.finish.OutputSpec;
import dev.sheaf.groupby.cpu.reduce.AggregateCompiler;
import dev.sheaf.groupby.cpu.reduce.ExtremeReduction;
import dev.sheaf.groupby.cpu.reduce.PlanParts;
import dev.sheaf.groupby.cpu.reduce.ReductionSpec;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Compiles a request. Equal arguments, conditions and reductions are made once.
public final class PlanBuilder implements PlanParts {
    private final GroupByRequest request;
    private final List<ColumnSource> arguments = new ArrayList<>();
    private final List<Expr> argumentExprs = new ArrayList<>();
    private final List<ReductionSpec> reductions = new ArrayList<>();
    private final List<OutputSpec> outputs = new ArrayList<>();
    private int ordinals = -1;

    private PlanBuilder(GroupByRequest request) {
        this.request = request;
    }

    /// The plan of a request.
    public static GroupByPlan plan(GroupByRequest request) {
        return new PlanBuilder(request).build();
    }

    /// What computes the states of a request, which have the columns `schema`.
    public static StateRequest.Result states(
            GroupByRequest request, Schema schema, CpuSettings settings, MemoryPool pool) {
        PlanBuilder builder = new PlanBuilder(request);
        GroupByPlan plan = builder.build();
        StateAsks asks = new StateAsks(request, builder.argumentExprs);
        List<StatePart> parts = new ArrayList<>();
        for (ReductionSpec reduction : plan.reductions()) {
            for (StateField field : reduction.stateFields(settings, pool)) {
                Optional<StatePart> part = new StateParts(asks, reduction, plan.arguments()).of(field);
                if (part.isEmpty()) {
                    return new StateRequest.Result.Refused("states of " + reduction.name() + " are made on the CPU");
                }
                parts.add(part.get());
            }
        }
        return new StateRequest.Result.Possible(new AskedStates(asks.request(), asks.asksRows(), parts, schema));
    }

    private GroupByPlan build() {
        List<Field> keyFields = request.keys().stream().map(this::keyField).toList();
        List<ColumnSource> keys =
                request.keys().stream().map(key -> source(key.unaliased())).toList();
        request.aggregates().forEach(this::addAggregate);
        if (request.options().order() == Order.FIRST_APPEARANCE) {
            addFirstRow();
        }
        return new GroupByPlan(
                request.options(),
                request.filter().map(filter -> RowFilter.compile(filter, request.input())),
                keyFields,
                keys,
                List.copyOf(arguments),
                List.copyOf(reductions),
                List.copyOf(outputs),
                request.numbered());
    }

    private Field keyField(Expr key) {
        DataType type = Typing.typeOf(key, request.input()).decoded();
        return new Field(key.outputName(), type);
    }

    private void addAggregate(Expr named) {
        Expr.Aggregate aggregate = (Expr.Aggregate) named.unaliased();
        DataType type = Typing.typeOf(aggregate, request.input()).decoded();
        Field field = new Field(named.outputName(), type);
        outputs.add(new AggregateCompiler(this, request.options(), aggregate, field).compile());
    }

    /// The ordinal of each group's first row, as the last reduction.
    private void addFirstRow() {
        reduction(new ReductionSpec(
                ReductionSpec.Kind.FIRST_ROW,
                new InputSpec(List.of(ordinals()), 0, -1),
                (_, pool) -> ExtremeReduction.ofFirstRow(pool)));
    }

    @Override
    public int argument(Expr expr) {
        int known = argumentExprs.indexOf(expr);
        if (known >= 0) {
            return known;
        }
        argumentExprs.add(expr);
        arguments.add(source(expr));
        return arguments.size() - 1;
    }

    @Override
    public DataType argumentType(int argument) {
        return arguments.get(argument).type();
    }

    @Override
    public int ordinals() {
        if (ordinals < 0) {
            ordinals = arguments.size();
            argumentExprs.add(new Expr.ColumnRef("\u0000ordinals"));
            arguments.add(new ColumnSource.Ordinals());
        }
        return ordinals;
    }

    @Override
    public int reduction(ReductionSpec spec) {
        for (int i = 0; i < reductions.size(); i++) {
            if (reductions.get(i).isSame(spec)) {
                return i;
            }
        }
        reductions.add(spec);
        return reductions.size() - 1;
    }

    @Override
    public Finalizer overDistinct(Aggregation kind, List<DataType> types, String name) {
        List<Field> fields = IntStream.range(0, types.size())
                .mapToObj(i -> new Field("argument " + i, types.get(i)))
                .toList();
        List<Expr> arguments = fields.stream()
                .limit(kind.arity())
                .map(field -> Expressions.col(field.name()))
                .toList();
        Expr aggregate = new Expr.Aggregate(kind, arguments, Optional.empty(), false).as(name);
        GroupByRequest distinct = new GroupByRequest(
                new Schema(fields), Optional.empty(), List.of(), List.of(aggregate), request.options());
        boolean counts = kind instanceof Aggregation.CountAll || kind instanceof Aggregation.CountValid;
        return new DistinctFinalizer(plan(distinct), counts);
    }

    private ColumnSource source(Expr expr) {
        if (expr instanceof Expr.ColumnRef(String name)) {
            int index = request.input().indexOf(name);
            return new ColumnSource.Plain(
                    index, name, request.input().field(index).type());
        }
        return new ColumnSource.Computed(Evaluator.compile(expr, request.input()));
    }
}
