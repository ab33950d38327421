package dev.sheaf.groupby.cpu.plan;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.bind.Typing;
import dev.sheaf.expr.eval.Evaluator;
import dev.sheaf.expr.eval.RowFilter;
import dev.sheaf.groupby.GroupByRequest;
import dev.sheaf.groupby.Order;
import dev.sheaf.groupby.cpu.chunk.ColumnSource;
import dev.sheaf.groupby.cpu.chunk.InputSpec;
import dev.sheaf.groupby.cpu.reduce.AggregateCompiler;
import dev.sheaf.groupby.cpu.reduce.ExtremeReduction;
import dev.sheaf.groupby.cpu.reduce.Finalizer;
import dev.sheaf.groupby.cpu.reduce.OutputSpec;
import dev.sheaf.groupby.cpu.reduce.PlanParts;
import dev.sheaf.groupby.cpu.reduce.ReductionSpec;
import java.util.ArrayList;
import java.util.List;

/// Compiles a request. Equal arguments, conditions and reductions are made once.
final class PlanBuilder implements PlanParts {
    private final GroupByRequest request;
    private final List<ColumnSource> arguments = new ArrayList<>();
    private final List<Expr> argumentExprs = new ArrayList<>();
    private final List<ReductionSpec> reductions = new ArrayList<>();
    private final List<OutputSpec> outputs = new ArrayList<>();
    private int ordinals = -1;

    PlanBuilder(GroupByRequest request) {
        this.request = request;
    }

    GroupByPlan build() {
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
                List.copyOf(outputs));
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
                ReductionSpec.FIRST_ROW,
                new InputSpec(List.of(ordinals()), 0, -1),
                (_, pool) -> new ExtremeReduction(DataType.INT64, false, pool)));
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
        return DistinctFinalizer.of(kind, types, name, request.options());
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
