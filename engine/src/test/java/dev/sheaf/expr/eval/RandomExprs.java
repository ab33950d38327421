package dev.sheaf.expr.eval;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Interval;
import dev.sheaf.column.Schema;
import dev.sheaf.column.TimeUnit;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import dev.sheaf.expr.bind.Binder;
import dev.sheaf.testing.DataTypes;
import dev.sheaf.testing.RandomValues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Random expressions over a schema that bind.
public final class RandomExprs {
    private static final List<DataType> CAST_TARGETS = Stream.concat(
                    DataTypes.scalars().stream(),
                    Stream.of(
                            DataType.STRING,
                            DataType.INTERVAL,
                            DataType.DURATION,
                            new DataType.TimestampType(TimeUnit.MICRO, Optional.of("Europe/Berlin"))))
            .toList();
    private static final List<String> PATTERNS =
            List.of("%", "", "a%", "%1", "%o%", "_", "a_", "%r_n%", "i%5", "%a%t%", "é%", "__%_", "%日_", "id1%2%");
    private static final List<Object> WIDTHS = List.of(
            new Interval(1, 0, 0),
            new Interval(7, 0, 0),
            new Interval(36, 0, 0),
            new Interval(0, 1, 0),
            new Interval(0, 7, 0),
            new Interval(0, 3, 3_600_000_000_000L),
            new Interval(0, 0, 900_000_000_000L),
            new Interval(0, 0, 21_600_000_000_000L),
            new Interval(0, 0, 1_000_000),
            Duration.ofSeconds(7));
    private static final List<String> UNITS = List.of(
            "microsecond",
            "millisecond",
            "second",
            "minute",
            "hour",
            "day",
            "week",
            "month",
            "quarter",
            "year",
            "decade",
            "century",
            "millennium");
    private static final int TRIES = 5;

    private final SplittableRandom random;
    private final Schema schema;
    private final RandomValues values;

    public RandomExprs(SplittableRandom random, Schema schema) {
        this.random = random;
        this.schema = schema;
        this.values = new RandomValues(random, 4);
    }

    /// An expression of any type.
    public Expr next() {
        return next(random.nextInt(1, 5), _ -> true);
    }

    /// A condition.
    public Expr condition() {
        return next(random.nextInt(1, 5), DataType.BOOL::equals);
    }

    private interface TypeTest {
        boolean accepts(DataType type);
    }

    private Expr next(int depth, TypeTest wanted) {
        for (int i = 0; i < TRIES && depth > 0; i++) {
            Expr expr = call(depth);
            Optional<DataType> type = typeOf(expr);
            if (type.isPresent() && wanted.accepts(type.get())) {
                return expr;
            }
        }
        return leaf(wanted);
    }

    private Optional<DataType> typeOf(Expr expr) {
        try {
            return Optional.of(Binder.bind(expr, schema).type());
        } catch (IllegalArgumentException doesNotBind) {
            return Optional.empty();
        }
    }

    private Expr leaf(TypeTest wanted) {
        List<Expr> columns = schema.fields().stream()
                .filter(field -> wanted.accepts(field.type()))
                .map(field -> Expressions.col(field.name()))
                .toList();
        if (!columns.isEmpty() && random.nextInt(6) != 0) {
            return columns.get(random.nextInt(columns.size()));
        }
        List<DataType> types = CAST_TARGETS.stream().filter(wanted::accepts).toList();
        DataType type = types.get(random.nextInt(types.size()));
        @Nullable Object value = random.nextInt(8) == 0 ? null : values.next(type);
        return new Expr.Literal(value, value == null && random.nextBoolean() ? DataType.NULL : type);
    }

    /// Mostly by a distance that shifts something.
    private Expr bits(int depth) {
        Function function =
                oneOf(Function.BIT_AND, Function.BIT_OR, Function.BIT_XOR, Function.SHIFT_LEFT, Function.SHIFT_RIGHT);
        Expr left = next(depth - 1, DataType::isInteger);
        Expr right = random.nextInt(3) > 0 ? count() : next(depth - 1, DataType::isInteger);
        return Expressions.call(function, left, right);
    }

    private Expr any(int depth) {
        return next(depth - 1, _ -> true);
    }

    private Expr truth(int depth) {
        return next(depth - 1, DataType.BOOL::equals);
    }

    private Expr text(int depth) {
        return next(depth - 1, DataType.STRING::equals);
    }

    private Expr number(int depth) {
        return next(depth - 1, DataType::isNumeric);
    }

    private Expr moment(int depth) {
        return next(depth - 1, DataType::isTemporal);
    }

    private Expr count() {
        return Expressions.lit(random.nextInt(-4, 7));
    }

    private Expr call(int depth) {
        return switch (random.nextInt(15)) {
            case 0, 1, 2 -> arithmetic(depth);
            case 3, 4 -> comparison(depth);
            case 5 -> connective(depth);
            case 6 -> cast(depth);
            case 7 -> choice(depth);
            case 8 -> in(depth);
            case 9 -> math(depth);
            case 10, 11 -> texts(depth);
            case 12 -> moments(depth);
            case 13 -> new Expr.Call(Function.TRY, List.of(next(depth - 1, _ -> true)));
            default -> truths(depth);
        };
    }

    private Function oneOf(Function... functions) {
        return functions[random.nextInt(functions.length)];
    }

    private Expr arithmetic(int depth) {
        Function function = oneOf(
                Function.ADD,
                Function.SUBTRACT,
                Function.MULTIPLY,
                Function.DIVIDE,
                Function.INT_DIVIDE,
                Function.MODULO);
        if (random.nextInt(6) == 0) {
            return bits(depth);
        }
        boolean moments = random.nextInt(4) == 0;
        Expr left = moments ? moment(depth) : number(depth);
        Expr right = moments && random.nextBoolean() ? moment(depth) : number(depth);
        return Expressions.call(function, left, right);
    }

    private Expr comparison(int depth) {
        Function function = oneOf(
                Function.EQUAL,
                Function.NOT_EQUAL,
                Function.LESS,
                Function.LESS_OR_EQUAL,
                Function.GREATER,
                Function.GREATER_OR_EQUAL,
                Function.IS_DISTINCT_FROM,
                Function.IS_NOT_DISTINCT_FROM);
        return Expressions.call(function, any(depth), any(depth));
    }

    private Expr connective(int depth) {
        List<Expr> parts = new ArrayList<>();
        for (int count = random.nextInt(2, 5); count > 0; count--) {
            parts.add(truth(depth));
        }
        return new Expr.Call(oneOf(Function.AND, Function.OR), parts);
    }

    private Expr cast(int depth) {
        DataType target = CAST_TARGETS.get(random.nextInt(CAST_TARGETS.size()));
        return new Expr.Cast(any(depth), target, random.nextInt(3) != 0);
    }

    private Expr choice(int depth) {
        return switch (random.nextInt(5)) {
            case 0 -> Expressions.call(Function.NULLIF, any(depth), any(depth));
            case 1 -> Expressions.call(oneOf(Function.GREATEST, Function.LEAST), any(depth), any(depth), any(depth));
            case 2 -> Expressions.call(Function.COALESCE, any(depth), any(depth));
            case 3 -> Expressions.when(truth(depth)).then(any(depth)).otherwise(any(depth));
            default ->
                Expressions.when(truth(depth))
                        .then(any(depth))
                        .when(truth(depth))
                        .then(any(depth))
                        .end();
        };
    }

    private Expr in(int depth) {
        Expr input = any(depth);
        List<Expr> options = new ArrayList<>();
        Optional<DataType> type = typeOf(input);
        for (int count = random.nextInt(1, 12); count > 0; count--) {
            boolean constant = type.isPresent() && random.nextInt(6) != 0;
            options.add(constant ? new Expr.Literal(values.next(type.get()), type.get()) : any(depth));
        }
        return new Expr.In(input, options);
    }

    private Expr math(int depth) {
        return switch (random.nextInt(6)) {
            case 0 -> Expressions.call(Function.ROUND, number(depth), count());
            case 1 -> Expressions.call(Function.POWER, number(depth), number(depth));
            case 2 -> Expressions.call(oneOf(Function.NEGATE, Function.ABS, Function.SIGN), any(depth));
            case 3 ->
                Expressions.call(oneOf(Function.ROUND, Function.FLOOR, Function.CEIL, Function.TRUNC), number(depth));
            default ->
                Expressions.call(
                        oneOf(
                                Function.SQRT,
                                Function.EXP,
                                Function.LN,
                                Function.LOG2,
                                Function.LOG10,
                                Function.SIN,
                                Function.COS,
                                Function.TAN,
                                Function.IS_NAN),
                        number(depth));
        };
    }

    private Expr texts(int depth) {
        return switch (random.nextInt(9)) {
            case 0 ->
                Expressions.call(
                        oneOf(
                                Function.LOWER,
                                Function.UPPER,
                                Function.LENGTH,
                                Function.OCTET_LENGTH,
                                Function.REVERSE,
                                Function.TRIM),
                        text(depth));
            case 1 -> Expressions.call(Function.SUBSTRING, text(depth), count(), count());
            case 2 -> Expressions.call(oneOf(Function.LEFT, Function.RIGHT, Function.SUBSTRING), text(depth), count());
            case 3 -> Expressions.call(oneOf(Function.TRIM, Function.LTRIM, Function.RTRIM), text(depth), text(depth));
            case 4 -> Expressions.call(Function.CONCAT, any(depth), text(depth));
            case 5 -> Expressions.call(Function.REPLACE, text(depth), text(depth), text(depth));
            case 6 -> Expressions.call(oneOf(Function.LPAD, Function.RPAD), text(depth), count(), text(depth));
            case 7 -> Expressions.call(Function.REPEAT, text(depth), count());
            default ->
                Expressions.call(
                        oneOf(Function.POSITION, Function.CONTAINS, Function.STARTS_WITH, Function.ENDS_WITH),
                        text(depth),
                        text(depth));
        };
    }

    private Expr moments(int depth) {
        return switch (random.nextInt(5)) {
            case 4 -> Expressions.call(Function.TIME_BUCKET, WIDTHS.get(random.nextInt(WIDTHS.size())), moment(depth));
            case 0 -> Expressions.call(Function.DATE_TRUNC, UNITS.get(random.nextInt(UNITS.size())), moment(depth));
            case 1 ->
                Expressions.call(
                        Function.DATE_DIFF, UNITS.get(random.nextInt(UNITS.size())), moment(depth), moment(depth));
            default ->
                Expressions.call(
                        oneOf(
                                Function.YEAR,
                                Function.QUARTER,
                                Function.MONTH,
                                Function.WEEK,
                                Function.DAY,
                                Function.DAY_OF_WEEK,
                                Function.DAY_OF_YEAR,
                                Function.HOUR,
                                Function.MINUTE,
                                Function.SECOND,
                                Function.MILLISECOND,
                                Function.EPOCH),
                        moment(depth));
        };
    }

    private Expr truths(int depth) {
        return switch (random.nextInt(4)) {
            case 0 -> Expressions.call(oneOf(Function.IS_NULL, Function.IS_NOT_NULL), any(depth));
            case 1 ->
                Expressions.call(
                        oneOf(
                                Function.NOT,
                                Function.IS_TRUE,
                                Function.IS_NOT_TRUE,
                                Function.IS_FALSE,
                                Function.IS_NOT_FALSE),
                        truth(depth));
            default -> like(depth);
        };
    }

    private Expr like(int depth) {
        Function function = oneOf(Function.LIKE, Function.ILIKE);
        String pattern = PATTERNS.get(random.nextInt(PATTERNS.size()));
        return random.nextInt(4) == 0
                ? Expressions.call(function, text(depth), text(depth), "_")
                : Expressions.call(function, text(depth), pattern);
    }
}
