package dev.sheaf.plan.exec;

import static dev.sheaf.expr.Expressions.call;
import static dev.sheaf.expr.Expressions.col;
import static dev.sheaf.expr.Expressions.count;
import static dev.sheaf.expr.Expressions.lit;
import static dev.sheaf.expr.Expressions.max;
import static dev.sheaf.expr.Expressions.min;
import static dev.sheaf.expr.Expressions.sum;
import static dev.sheaf.expr.Expressions.when;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Field;
import dev.sheaf.column.Schema;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Function;
import dev.sheaf.groupby.GroupByOptions;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.Order;
import dev.sheaf.plan.LogicalPlan;
import dev.sheaf.plan.LogicalPlan.Aggregate;
import dev.sheaf.plan.LogicalPlan.Distinct;
import dev.sheaf.plan.LogicalPlan.Filter;
import dev.sheaf.plan.LogicalPlan.Limit;
import dev.sheaf.plan.LogicalPlan.Project;
import dev.sheaf.plan.LogicalPlan.Sort;
import dev.sheaf.plan.LogicalPlan.Window;
import dev.sheaf.plan.SortKey;
import dev.sheaf.plan.WindowCall;
import dev.sheaf.plan.WindowFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Random plans whose result, rows in order, is fully determined: groups come in a stated order, and distinct
/// rows are sorted.
final class RandomPlans {
    /// What the tables under the plans hold: whole numbers, text and truth values.
    static final Schema SCHEMA = Schema.of(
            new Field("i", DataType.INT64),
            new Field("j", DataType.INT64),
            new Field("s", DataType.STRING),
            new Field("b", DataType.BOOL),
            new Field("n", DataType.INT64, false));

    private final SplittableRandom random;
    private int names;

    RandomPlans(SplittableRandom random) {
        this.random = random;
    }

    /// `depth` random nodes over a plan.
    LogicalPlan over(LogicalPlan input, int depth) {
        LogicalPlan plan = input;
        for (int i = 0; i < depth; i++) {
            plan = node(plan);
        }
        return plan;
    }

    private LogicalPlan node(LogicalPlan input) {
        return switch (random.nextInt(9)) {
            case 0, 1 -> new Filter(input, condition(input.schema(), 2));
            case 2, 3 -> project(input);
            case 4 -> aggregate(input);
            case 5 -> new Sort(input, sortKeys(input.schema()));
            case 6 -> new Limit(input, random.nextInt(3), random.nextInt(4) == 0 ? Long.MAX_VALUE : random.nextInt(60));
            case 7 -> window(input);
            default -> sortedByAll(new Distinct(input));
        };
    }

    private LogicalPlan project(LogicalPlan input) {
        List<Expr> expressions = new ArrayList<>();
        for (String name : input.schema().names()) {
            if (random.nextInt(3) > 0) {
                expressions.add(random.nextInt(4) == 0 ? col(name).as(fresh()) : col(name));
            }
        }
        for (int more = random.nextInt(3); more > 0 || expressions.isEmpty(); more--) {
            expressions.add(any(input.schema(), 2).as(fresh()));
        }
        return new Project(input, expressions);
    }

    private LogicalPlan aggregate(LogicalPlan input) {
        Schema schema = input.schema();
        List<Expr> keys = new ArrayList<>();
        for (int more = random.nextInt(3); more > 0; more--) {
            keys.add((random.nextBoolean() ? col(name(schema)) : any(schema, 1)).as(fresh()));
        }
        List<Expr> aggregates = new ArrayList<>();
        for (int more = random.nextInt(1, 3); more > 0; more--) {
            aggregates.add(aggregation(schema).as(fresh()));
        }
        Order order = random.nextBoolean() ? Order.FIRST_APPEARANCE : Order.SORTED;
        NullKeys nulls = random.nextInt(3) == 0 ? NullKeys.EXCLUDE : NullKeys.INCLUDE;
        return new Aggregate(
                input, keys, aggregates, GroupByOptions.DEFAULT.with(order).with(nulls));
    }

    private Expr aggregation(Schema schema) {
        Expr aggregation = switch (random.nextInt(5)) {
            case 0 -> count();
            case 1 -> count(any(schema, 1));
            case 2 -> sum(number(schema, 1));
            case 3 -> min(number(schema, 1));
            default -> max(number(schema, 1));
        };
        return random.nextInt(3) == 0 ? aggregation.filter(condition(schema, 1)) : aggregation;
    }

    private LogicalPlan window(LogicalPlan input) {
        Schema schema = input.schema();
        List<Expr> by = random.nextInt(4) == 0 ? List.of() : List.of(col(name(schema)));
        List<SortKey> order = sortKeys(schema);
        String name = fresh();
        return switch (random.nextInt(5)) {
            case 0 -> new Window(input, List.of(new WindowCall(name, new WindowFunction.Rank(), by, order)));
            case 1 -> new Window(input, List.of(new WindowCall(name, new WindowFunction.DenseRank(), by, order)));
            case 2 ->
                new Window(
                        input,
                        List.of(new WindowCall(
                                name,
                                new WindowFunction.Aggregated((Expr.Aggregate) aggregation(schema)),
                                by,
                                List.of())));
            default -> {
                Window numbered =
                        new Window(input, List.of(new WindowCall(name, new WindowFunction.RowNumber(), by, order)));
                yield random.nextBoolean()
                        ? numbered
                        : new Filter(numbered, col(name).le(random.nextInt(4)));
            }
        };
    }

    private LogicalPlan sortedByAll(LogicalPlan plan) {
        return new Sort(
                plan, plan.schema().names().stream().map(SortKey::ascending).toList());
    }

    private List<SortKey> sortKeys(Schema schema) {
        List<SortKey> keys = new ArrayList<>();
        for (int more = random.nextInt(1, 3); more > 0; more--) {
            Expr key = random.nextInt(3) == 0 ? any(schema, 1) : col(name(schema));
            SortKey direction = random.nextBoolean() ? SortKey.ascending(key) : SortKey.descending(key);
            keys.add(random.nextInt(3) == 0 ? direction.nullsFirst() : direction);
        }
        return keys;
    }

    private Expr any(Schema schema, int depth) {
        return switch (random.nextInt(4)) {
            case 0 -> condition(schema, depth);
            case 1 -> text(schema);
            default -> number(schema, depth);
        };
    }

    private Expr number(Schema schema, int depth) {
        if (depth == 0) {
            return column(schema, DataType.INT64);
        }
        return switch (random.nextInt(5)) {
            case 0 -> number(schema, depth - 1).plus(number(schema, depth - 1));
            case 1 -> number(schema, depth - 1).minus(lit(1).plus(random.nextInt(3)));
            case 2 -> number(schema, depth - 1).times(random.nextInt(3));
            case 3 ->
                when(condition(schema, depth - 1))
                        .then(number(schema, depth - 1))
                        .otherwise(random.nextLong(5));
            default -> column(schema, DataType.INT64);
        };
    }

    private Expr text(Schema schema) {
        Expr text = column(schema, DataType.STRING);
        return random.nextBoolean() ? text : call(Function.COALESCE, text, "none");
    }

    private Expr condition(Schema schema, int depth) {
        if (depth == 0) {
            return column(schema, DataType.BOOL);
        }
        return switch (random.nextInt(9)) {
            case 0 -> condition(schema, depth - 1).and(condition(schema, depth - 1));
            case 1 -> condition(schema, depth - 1).or(condition(schema, depth - 1));
            case 2 -> condition(schema, depth - 1).not();
            case 3 -> col(name(schema)).isNull();
            case 4 -> text(schema).eq("a");
            case 5 -> number(schema, depth - 1).eq(random.nextInt(10));
            case 6 -> lit(random.nextInt(200)).gt(number(schema, depth - 1));
            default -> number(schema, depth - 1).lt(random.nextInt(600));
        };
    }

    /// A column of a type, or a constant if there is none.
    private Expr column(Schema schema, DataType type) {
        List<String> candidates = schema.fields().stream()
                .filter(field -> field.type().equals(type))
                .map(Field::name)
                .toList();
        if (!candidates.isEmpty()) {
            return col(candidates.get(random.nextInt(candidates.size())));
        }
        return switch (type) {
            case DataType.BoolType() -> lit(random.nextBoolean());
            case DataType.StringType() -> lit("x");
            default -> lit(random.nextLong(10));
        };
    }

    private String name(Schema schema) {
        return schema.field(random.nextInt(schema.size())).name();
    }

    private String fresh() {
        return "c" + names++;
    }
}
