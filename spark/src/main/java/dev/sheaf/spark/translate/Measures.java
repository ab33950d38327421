package dev.sheaf.spark.translate;

import static dev.sheaf.expr.Expressions.aggregate;
import static dev.sheaf.expr.Expressions.m2;
import static dev.sheaf.expr.Expressions.mean;

import dev.sheaf.expr.Aggregation;
import dev.sheaf.expr.Expr;
import dev.sheaf.spark.translate.Slot.Kind;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.EvalMode;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateFunction;
import org.apache.spark.sql.catalyst.expressions.aggregate.Average;
import org.apache.spark.sql.catalyst.expressions.aggregate.BitAndAgg;
import org.apache.spark.sql.catalyst.expressions.aggregate.BitOrAgg;
import org.apache.spark.sql.catalyst.expressions.aggregate.BitXorAgg;
import org.apache.spark.sql.catalyst.expressions.aggregate.CentralMomentAgg;
import org.apache.spark.sql.catalyst.expressions.aggregate.CollectList;
import org.apache.spark.sql.catalyst.expressions.aggregate.CollectSet;
import org.apache.spark.sql.catalyst.expressions.aggregate.Corr;
import org.apache.spark.sql.catalyst.expressions.aggregate.Count;
import org.apache.spark.sql.catalyst.expressions.aggregate.CovPopulation;
import org.apache.spark.sql.catalyst.expressions.aggregate.CovSample;
import org.apache.spark.sql.catalyst.expressions.aggregate.First;
import org.apache.spark.sql.catalyst.expressions.aggregate.Last;
import org.apache.spark.sql.catalyst.expressions.aggregate.ListAgg;
import org.apache.spark.sql.catalyst.expressions.aggregate.Max;
import org.apache.spark.sql.catalyst.expressions.aggregate.MaxBy;
import org.apache.spark.sql.catalyst.expressions.aggregate.Min;
import org.apache.spark.sql.catalyst.expressions.aggregate.MinBy;
import org.apache.spark.sql.catalyst.expressions.aggregate.Mode;
import org.apache.spark.sql.catalyst.expressions.aggregate.PearsonCorrelation;
import org.apache.spark.sql.catalyst.expressions.aggregate.PercentileBase;
import org.apache.spark.sql.catalyst.expressions.aggregate.Product;
import org.apache.spark.sql.catalyst.expressions.aggregate.RegrIntercept;
import org.apache.spark.sql.catalyst.expressions.aggregate.RegrReplacement;
import org.apache.spark.sql.catalyst.expressions.aggregate.RegrSlope;
import org.apache.spark.sql.catalyst.expressions.aggregate.StddevPop;
import org.apache.spark.sql.catalyst.expressions.aggregate.StddevSamp;
import org.apache.spark.sql.catalyst.expressions.aggregate.Sum;
import org.apache.spark.sql.catalyst.expressions.aggregate.VariancePop;
import org.apache.spark.sql.catalyst.expressions.aggregate.VarianceSamp;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StringType;
import org.jspecify.annotations.Nullable;

/// Aggregate functions of Spark as aggregates of Sheaf. What comes out fills the buffer that the function keeps in
/// Spark, so that Spark's own last step makes the result of it: quotients of decimals, errors and nulls are Spark's.
final class Measures {
    /// Decimals of more digits may sum up to more than the 38 that there are.
    private static final int MOST_DIGITS = 28;

    /// Digits of the greatest bigint.
    private static final int LONG_DIGITS = 19;

    private final Arguments arguments;
    private final SumModes modes;
    private final int firstColumn;
    private final List<Expr> aggregates = new ArrayList<>();
    private final List<Slot> slots = new ArrayList<>();
    private @Nullable Expr filter;

    Measures(Arguments arguments, SumModes modes, int firstColumn) {
        this.arguments = arguments;
        this.modes = modes;
        this.firstColumn = firstColumn;
    }

    List<Expr> aggregates() {
        return aggregates;
    }

    List<Slot> slots() {
        return slots;
    }

    void add(Measure measure) {
        Expression condition = measure.filter();
        filter = condition == null ? null : arguments.argument(condition);
        add(measure.function());
    }

    private void add(AggregateFunction function) {
        switch (function) {
            case Count counted -> slot(count(counted), Kind.VALUE, DataTypes.LongType);
            case Sum sum -> sum(sum);
            case Average average -> average(average);
            case Min min -> value(new Aggregation.Min(), min.child());
            case Max max -> value(new Aggregation.Max(), max.child());
            case First first -> first(new Aggregation.First(first.ignoreNulls()), first.child());
            case Last last -> first(new Aggregation.Last(last.ignoreNulls()), last.child());
            case BitAndAgg and -> bits(Aggregation.BitOperation.AND, and.child());
            case BitOrAgg or -> bits(Aggregation.BitOperation.OR, or.child());
            case BitXorAgg xor -> bits(Aggregation.BitOperation.XOR, xor.child());
            case MinBy min -> by(new Aggregation.MinBy(false), min.valueExpr(), min.orderingExpr());
            case MaxBy max -> by(new Aggregation.MaxBy(false), max.valueExpr(), max.orderingExpr());
            case VariancePop variance -> spread(variance);
            case VarianceSamp variance -> spread(variance);
            case StddevPop deviation -> spread(deviation);
            case StddevSamp deviation -> spread(deviation);
            case RegrReplacement deviation -> spread(deviation);
            case Corr pair -> pairs(pair.left(), pair.right()).correlation();
            case PearsonCorrelation pair -> pairs(pair.left(), pair.right()).determination();
            case CovPopulation pair -> pairs(pair.left(), pair.right()).populationCovariance();
            case CovSample pair -> pairs(pair.left(), pair.right()).sampleCovariance();
            case RegrSlope line -> pairs(line.right(), line.left()).slope();
            case RegrIntercept line -> pairs(line.right(), line.left()).intercept();
            case PercentileBase percentiles ->
                Percentiles.of(percentiles, arguments)
                        .forEach(percentile -> slot(percentile, Kind.VALUE, DataTypes.DoubleType));
            case CollectList list ->
                collected(new Aggregation.CollectList(list.ignoreNulls()), list.child(), list.dataType());
            case CollectSet set ->
                collected(
                        ofValues(new Aggregation.CollectSet(set.ignoreNulls()), set.child()),
                        set.child(),
                        set.dataType());
            case Mode mode
            when mode.reverseOpt().isEmpty() -> value(ofValues(new Aggregation.Mode(), mode.child()), mode.child());
            case ListAgg texts -> joined(texts);
            case Product product -> value(new Aggregation.Product(), product.child());
            default -> throw new UntranslatableException("function " + function.prettyName());
        }
    }

    private Expr count(Count counted) {
        List<Expression> children = ScalaLists.list(counted.children());
        if (children.stream().noneMatch(Expression::nullable)) {
            return dev.sheaf.expr.Expressions.count();
        }
        if (children.size() > 1) {
            throw new UntranslatableException("count of several expressions");
        }
        return dev.sheaf.expr.Expressions.count(arguments.argument(children.getFirst()));
    }

    private void sum(Sum sum) {
        DataType type = sum.child().dataType();
        if (SparkTypes.isIntegral(type) && sum.evalContext().evalMode().equals(EvalMode.TRY())) {
            trySum(arguments.argument(sum.child()));
            return;
        }
        Expr total = aggregate(new Aggregation.Sum(), arguments.argument(sum.child()));
        if (SparkTypes.isIntegral(type)) {
            modes.add(sum.evalContext().evalMode());
            slot(total, Kind.VALUE, DataTypes.LongType);
        } else if (SparkTypes.isFloating(type)) {
            slot(total, Kind.DOUBLE_SUM, DataTypes.DoubleType);
        } else {
            DataType wider = sumType(type, sum.evalContext().evalMode());
            slot(total, Kind.VALUE, wider);
            slot(total, Kind.ABSENT, DataTypes.BooleanType);
        }
    }

    /// The exact sum, which is null where it passes 64 bits.
    private void trySum(Expr argument) {
        Expr total = aggregate(new Aggregation.Sum(), argument.cast(dev.sheaf.column.DataType.decimal(LONG_DIGITS, 0)));
        slot(total, Kind.LONG_OR_NULL, DataTypes.LongType);
        slot(total, Kind.ABSENT, DataTypes.BooleanType);
    }

    /// The type of a sum of decimals. Where more digits may come out than there are, that is an error under ANSI rules;
    /// without them Spark has null, which Sheaf has not.
    private DataType sumType(DataType type, scala.Enumeration.Value mode) {
        if (!(type instanceof DecimalType decimal)) {
            throw new UntranslatableException("sum of " + type.simpleString());
        }
        if (decimal.precision() > MOST_DIGITS) {
            if (!mode.equals(EvalMode.ANSI())) {
                throw new UntranslatableException("sum of decimals of more than " + MOST_DIGITS + " digits, not ANSI");
            }
            modes.add(mode);
        }
        return new DecimalType(Math.min(DecimalType.MAX_PRECISION(), decimal.precision() + 10), decimal.scale());
    }

    private void average(Average average) {
        DataType type = average.child().dataType();
        Expr argument = arguments.argument(average.child());
        if (SparkTypes.isIntegral(type) || SparkTypes.isFloating(type)) {
            slot(mean(argument), Kind.DOUBLE_OR_ZERO, DataTypes.DoubleType);
            slot(mean(argument), Kind.ONE_IF_PRESENT, DataTypes.LongType);
        } else {
            slot(aggregate(new Aggregation.Sum(), argument), Kind.VALUE, sumType(type, average.evalMode()));
            slot(dev.sheaf.expr.Expressions.count(argument), Kind.VALUE, DataTypes.LongType);
        }
    }

    private void value(Aggregation aggregation, Expression argument) {
        slot(aggregate(aggregation, arguments.argument(argument)), Kind.VALUE, argument.dataType());
    }

    private void first(Aggregation aggregation, Expression argument) {
        value(aggregation, argument);
        slots.add(new Slot(slots.getLast().column(), Kind.TRUE, DataTypes.BooleanType));
    }

    private void bits(Aggregation.BitOperation operation, Expression argument) {
        value(new Aggregation.Bitwise(operation), argument);
    }

    private void by(Aggregation aggregation, Expression argument, Expression ordering) {
        Expr chosen = aggregate(aggregation, arguments.argument(argument), arguments.argument(ordering));
        slot(chosen, Kind.VALUE, argument.dataType());
        slot(chosen, Kind.UNUSED, ordering.dataType());
    }

    private void spread(CentralMomentAgg moments) {
        Expr argument = arguments.argument(moments.child());
        slot(dev.sheaf.expr.Expressions.count(argument), Kind.COUNT_AS_DOUBLE, DataTypes.DoubleType);
        slot(m2(argument), Kind.UNUSED_ZERO, DataTypes.DoubleType);
        slot(m2(argument), Kind.DOUBLE_OR_ZERO, DataTypes.DoubleType);
    }

    private Pairs pairs(Expression x, Expression y) {
        return new Pairs((aggregate, kind) -> slot(aggregate, kind, DataTypes.DoubleType), arguments, x, y);
    }

    /// Order among rows is as little defined in Spark as here.
    private void collected(Aggregation aggregation, Expression argument, DataType type) {
        slot(aggregate(aggregation, arguments.argument(argument)), Kind.LIST, type);
    }

    /// Spark and Sheaf do not agree on which floats are one value.
    private Aggregation ofValues(Aggregation aggregation, Expression argument) {
        if (SparkTypes.isFloating(argument.dataType())) {
            throw new UntranslatableException("distinct floats");
        }
        return aggregation;
    }

    private void joined(ListAgg texts) {
        boolean isPlain = texts.orderExpressions().isEmpty() && texts.child().dataType() instanceof StringType;
        if (!isPlain || !(texts.delimiter() instanceof Literal separator)) {
            throw new UntranslatableException("this form of " + texts.prettyName());
        }
        value(new Aggregation.Join(separator.value() == null ? "" : Literals.text(separator)), texts.child());
    }

    /// A field of the buffer. What several functions ask for is computed once.
    private void slot(Expr aggregate, Kind kind, DataType type) {
        Expr filtered = filter == null ? aggregate : aggregate.filter(filter);
        int known = aggregates.indexOf(filtered);
        if (known < 0) {
            known = aggregates.size();
            aggregates.add(filtered);
        }
        slots.add(new Slot(firstColumn + known, kind, type));
    }
}
