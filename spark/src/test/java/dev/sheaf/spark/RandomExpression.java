package dev.sheaf.spark;

import java.util.List;
import java.util.SplittableRandom;

/// Random expressions over the columns of [RandomRows]. Whole numbers stay small, so that a sum overflows in all orders
/// of its rows or in none; single steps may overflow, and choices and nulls keep some from it.
final class RandomExpression {
    private static final List<String> WHOLE = List.of("tiny", "small", "whole", "big");
    private static final List<String> COMPARISONS = List.of("=", "<>", "<", "<=", ">", ">=", "<=>");

    private final SplittableRandom random;
    private final boolean ansi;

    RandomExpression(SplittableRandom random, boolean ansi) {
        this.random = random;
        this.ansi = ansi;
    }

    /// A number of any type.
    String number(int depth) {
        return switch (random.nextInt(3)) {
            case 0 -> whole(depth);
            case 1 -> real(depth);
            default -> decimal(depth);
        };
    }

    /// A value of any type.
    String any(int depth) {
        return switch (random.nextInt(6)) {
            case 0 -> text(depth);
            case 1 -> date();
            case 2 -> "date_trunc('" + one(List.of("HOUR", "day", "MONTH", "week", "century")) + "', moment)";
            default -> number(depth);
        };
    }

    private String date() {
        return switch (random.nextInt(6)) {
            case 0 -> "CAST(moment AS DATE)";
            case 1 -> "trunc(day, '" + one(List.of("MM", "year", "WEEK", "quarter", "day")) + "')";
            case 2 -> "date_add(day, tiny)";
            case 3 -> "date_sub(day, " + random.nextInt(-40, 40) + ")";
            default -> "day";
        };
    }

    private String whole(int depth) {
        if (depth == 0) {
            return random.nextInt(4) == 0 ? "" + random.nextInt(-9, 10) : one(WHOLE);
        }
        return switch (random.nextInt(17)) {
            case 0, 1 -> "(" + whole(depth - 1) + one(List.of(" + ", " - ")) + whole(depth - 1) + ")";
            case 2 -> "(" + whole(depth - 1) + " * " + random.nextInt(-5, 6) + ")";
            case 3 -> "(- " + whole(depth - 1) + ")";
            case 4 -> "abs(" + whole(depth - 1) + ")";
            case 5 -> "(" + whole(depth - 1) + " % " + one(List.of("3", "-7", "CAST(4 AS TINYINT)")) + ")";
            case 6 -> "(" + whole(depth - 1) + " div " + one(List.of("2", "-5")) + ")";
            case 7 -> choice(whole(depth - 1), whole(depth - 1), depth);
            case 8 -> "CAST(" + condition(depth - 1) + " AS INT)";
            case 9 ->
                one(List.of("year", "quarter", "month", "day", "dayofweek", "weekday", "dayofyear", "weekofyear")) + "("
                        + date() + ")";
            case 10 -> "(CASE WHEN small BETWEEN -180 AND 180 THEN small * small END)";
            case 12 -> one(List.of("hour", "minute", "second", "year", "day")) + "(moment)";
            case 13 -> "datediff(" + date() + ", " + date() + ")";
            case 14 ->
                one(List.of(
                        "pmod(whole, 4)",
                        "pmod(small, 7)",
                        "(whole & small)",
                        "(tiny | 5)",
                        "(tiny ^ small)",
                        "octet_length(word)"));
            case 15 -> one(List.of("greatest(", "least(")) + whole(depth - 1) + ", " + one(WHOLE) + ")";
            case 11 -> "(nullif(abs(small), 250) + small * (small - tiny))";
            default -> "CAST(" + whole(depth - 1) + " AS BIGINT)";
        };
    }

    private String real(int depth) {
        if (depth == 0) {
            return random.nextInt(4) == 0 ? random.nextInt(-9, 10) / 4.0 + "D" : one(List.of("ratio", "real"));
        }
        return switch (random.nextInt(9)) {
            case 7 -> "nanvl(" + real(depth - 1) + ", " + real(depth - 1) + ")";
            case 8 -> "greatest(" + real(depth - 1) + ", real)";
            case 0, 1 -> "(" + real(depth - 1) + one(List.of(" + ", " - ", " * ")) + real(depth - 1) + ")";
            case 2 -> "(" + real(depth - 1) + " / 4D)";
            case 3 -> "(" + real(depth - 1) + " / " + (ansi ? "(1D + abs(tiny))" : real(depth - 1)) + ")";
            case 4 -> "CAST(" + one(List.of(whole(depth - 1), "price", "amount")) + " AS DOUBLE)";
            case 5 -> choice(real(depth - 1), real(depth - 1), depth);
            default -> "(- " + real(depth - 1) + ")";
        };
    }

    private String decimal(int depth) {
        if (depth == 0) {
            return one(List.of("price", "amount", "price", "1.25", "7.5"));
        }
        return switch (random.nextInt(5)) {
            case 0, 1 -> "(" + decimal(depth - 1) + one(List.of(" + ", " - ")) + decimal(depth - 1) + ")";
            case 2 -> "(" + decimal(depth - 1) + " * " + one(List.of("price", "1.5", "(1 - price)")) + ")";
            case 3 -> choice(decimal(depth - 1), decimal(depth - 1), depth);
            default -> "CAST(" + whole(depth - 1) + " AS DECIMAL(" + one(List.of("12, 2", "22, 1")) + "))";
        };
    }

    private String text(int depth) {
        if (depth == 0) {
            return one(List.of("word", "word", "'b'"));
        }
        return switch (random.nextInt(5)) {
            case 0 -> "concat(" + text(depth - 1) + ", '-', " + text(0) + ")";
            case 1 -> "CAST(" + one(WHOLE) + " AS STRING)";
            case 2 -> one(List.of("trim", "ltrim", "rtrim")) + "(concat(' ', word, '  '))";
            default -> choice(text(depth - 1), text(0), depth);
        };
    }

    private String choice(String first, String second, int depth) {
        return switch (random.nextInt(3)) {
            case 0 -> "if(" + condition(depth - 1) + ", " + first + ", " + second + ")";
            case 1 -> "coalesce(" + first + ", " + second + ")";
            default -> "(CASE WHEN " + condition(depth - 1) + " THEN " + first + " ELSE " + second + " END)";
        };
    }

    /// A condition, which may be null.
    String condition(int depth) {
        if (depth > 0 && random.nextInt(3) > 0) {
            String first = condition(depth - 1);
            return switch (random.nextInt(3)) {
                case 0 -> "(" + first + " AND " + condition(depth - 1) + ")";
                case 1 -> "(" + first + " OR " + condition(depth - 1) + ")";
                default -> "(NOT " + first + ")";
            };
        }
        return test(Math.max(0, depth));
    }

    private String test(int depth) {
        return switch (random.nextInt(11)) {
            case 0 -> "flag";
            case 1 -> "(" + one(List.of("word", "ratio", "day", "flag", "price")) + " IS NULL)";
            case 2 -> "(" + whole(depth) + " IN (1, -2, 3, NULL))";
            case 3 -> "(" + one(WHOLE) + " IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12))";
            case 4 ->
                "(word "
                        + one(List.of(
                                "LIKE 'a%'",
                                "LIKE '%ü'", "LIKE '%long%'", "LIKE '%o%g%w%'", "LIKE 'a_%'", "IN ('a', 'b')", "> 'a'"))
                        + ")";
            case 5 -> "isnan(" + one(List.of("ratio", "real")) + ")";
            case 6 -> "(ratio IN (0D, 1D, CAST('NaN' AS DOUBLE)))";
            case 7 ->
                "(day "
                        + one(List.of(
                                "> DATE'1970-01-01'",
                                "BETWEEN DATE'1969-12-28' AND DATE'1970-01-03'",
                                "= DATE'1969-12-31'"))
                        + ")";
            case 8 -> "(moment " + one(COMPARISONS) + " TIMESTAMP'1970-01-01 00:00:00')";
            case 9 -> "(" + text(depth) + " " + one(COMPARISONS) + " " + text(depth) + ")";
            default -> "(" + number(depth) + " " + one(COMPARISONS) + " " + number(depth) + ")";
        };
    }

    private String one(List<String> of) {
        return of.get(random.nextInt(of.size()));
    }
}
