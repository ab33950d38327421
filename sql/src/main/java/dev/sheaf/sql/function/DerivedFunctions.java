package dev.sheaf.sql.function;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Interval;
import dev.sheaf.expr.Expr;
import dev.sheaf.expr.Expressions;
import dev.sheaf.expr.Function;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// Functions that are made of others.
final class DerivedFunctions {
    /// The names of these functions.
    static final String NAMES = """
            century concat_ws constant_or_null dayname days_in_month decade degrees era fdiv fmod ilike_escape
            isodow isoyear last_day like_escape millennium monthname not_ilike_escape not_like_escape radians""";

    private static final long DAYS_A_WEEK = 7;

    /// Of one moment; those that are no part of EXTRACT give texts.
    static final Map<String, UnaryOperator<Expr>> PARTS = Map.of(
            "isodow", DerivedFunctions::isoWeekday,
            "isoyear", moment -> formatted(moment, "%G").cast(DataType.INT64),
            "decade", moment -> years(moment, 10),
            "century", moment -> call(Function.INT_DIVIDE, year(moment).plus(99), Expressions.lit(100L)),
            "millennium", moment -> call(Function.INT_DIVIDE, year(moment).plus(999), Expressions.lit(1000L)));

    private DerivedFunctions() {}

    static void addTo(Map<String, Scalar> functions) {
        PARTS.forEach((name, part) -> one(functions, name, part));
        one(functions, "monthname", moment -> formatted(moment, "%B"));
        one(functions, "dayname", moment -> formatted(moment, "%A"));
        one(functions, "last_day", DerivedFunctions::lastDay);
        one(functions, "degrees", angle -> angle.times(180 / Math.PI));
        one(functions, "radians", angle -> angle.times(Math.PI / 180));
        one(functions, "days_in_month", moment -> call(Function.DAY, lastDay(moment)));
        one(functions, "era", moment -> year(moment).gt(0L).cast(DataType.INT64));
        functions.put("fdiv", arguments -> whole(two("fdiv", arguments)));
        functions.put("fmod", arguments -> {
            Expr divisor = two("fmod", arguments).getLast();
            return arguments.getFirst().minus(divisor.times(whole(arguments)));
        });
        functions.put("like_escape", arguments -> escaped(Function.LIKE, arguments));
        functions.put("ilike_escape", arguments -> escaped(Function.ILIKE, arguments));
        functions.put(
                "not_like_escape",
                arguments -> escaped(Function.LIKE, arguments).not());
        functions.put(
                "not_ilike_escape",
                arguments -> escaped(Function.ILIKE, arguments).not());
        functions.put("constant_or_null", DerivedFunctions::unlessNull);
        functions.put("concat_ws", DerivedFunctions::joined);
    }

    private static void one(Map<String, Scalar> functions, String name, UnaryOperator<Expr> function) {
        functions.put(name, arguments -> {
            if (arguments.size() != 1) {
                throw new IllegalArgumentException(name + " takes 1 argument, not " + arguments.size());
            }
            return function.apply(arguments.getFirst());
        });
    }

    private static List<Expr> two(String name, List<Expr> arguments) {
        if (arguments.size() != 2) {
            throw new IllegalArgumentException(name + " takes 2 arguments, not " + arguments.size());
        }
        return arguments;
    }

    /// The quotient, rounded down.
    private static Expr whole(List<Expr> arguments) {
        Expr dividend = arguments.getFirst().cast(DataType.FLOAT64);
        return call(
                Function.FLOOR,
                call(Function.DIVIDE, dividend, arguments.getLast().cast(DataType.FLOAT64)));
    }

    private static Expr escaped(Function function, List<Expr> arguments) {
        if (arguments.size() != 3) {
            throw new IllegalArgumentException(
                    function.symbol() + "_escape takes a text, a pattern and what escapes in it");
        }
        return new Expr.Call(function, arguments);
    }

    private static Expr unlessNull(List<Expr> arguments) {
        if (arguments.size() < 2) {
            throw new IllegalArgumentException("constant_or_null takes a value and what has to be there");
        }
        Expr all = arguments.stream()
                .skip(1)
                .map(Expr::isNotNull)
                .reduce(Expr::and)
                .orElseThrow();
        return Expressions.when(all).then(arguments.getFirst()).otherwise(Expressions.lit(null));
    }

    private static Expr call(Function function, Expr... arguments) {
        return new Expr.Call(function, List.of(arguments));
    }

    private static Expr year(Expr moment) {
        return call(Function.YEAR, moment);
    }

    private static Expr years(Expr moment, long many) {
        return call(Function.INT_DIVIDE, year(moment), Expressions.lit(many));
    }

    private static Expr formatted(Expr moment, String format) {
        return call(Function.STRFTIME, moment, Expressions.lit(format));
    }

    /// 1 for Monday to 7 for Sunday.
    private static Expr isoWeekday(Expr moment) {
        return call(Function.DAY_OF_WEEK, moment)
                .plus(DAYS_A_WEEK - 1)
                .mod(DAYS_A_WEEK)
                .plus(1L);
    }

    private static Expr lastDay(Expr moment) {
        Expr month = call(Function.DATE_TRUNC, Expressions.lit("month"), moment);
        return month.plus(Expressions.lit(new Interval(1, -1, 0))).cast(DataType.DATE);
    }

    /// Texts with a separator between them; nulls are left out.
    private static Expr joined(List<Expr> arguments) {
        if (arguments.size() < 2) {
            throw new IllegalArgumentException("concat_ws takes a separator and at least one text");
        }
        Expr separator = arguments.getFirst();
        List<Expr> parts = new ArrayList<>(List.of(Expressions.lit("")));
        for (Expr argument : arguments.subList(1, arguments.size())) {
            Expr text = call(Function.CONCAT, separator, argument.cast(DataType.STRING));
            parts.add(Expressions.coalesce(text, ""));
        }
        Expr all = new Expr.Call(Function.CONCAT, parts);
        return call(Function.SUBSTRING, all, call(Function.LENGTH, separator).plus(1L));
    }
}
