package dev.sheaf.benchmarks.windows;

import java.util.List;
import java.util.SplittableRandom;

/// Draws the calls over one window. Answers that ties leave open are not asked for: a window whose order is not total
/// takes functions of peers, and frames that begin and end with peers.
final class WindowCalls {
    private static final List<String> NUMBERS = List.of("i", "x", "d");
    private static final List<String> VALUES = List.of("i", "x", "d", "s");

    private final SplittableRandom random;
    private final boolean isTotal;
    private final List<String> rangeSteps;

    /// `rangeSteps` are distances of the one key of the order; none if a range cannot have any.
    WindowCalls(SplittableRandom random, boolean isTotal, List<String> rangeSteps) {
        this.random = random;
        this.isTotal = isTotal;
        this.rangeSteps = rangeSteps;
    }

    private <T> T one(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /// A function and the frame that it takes, to be put around a window: `sum(x) OVER (`, ` ROWS 3 PRECEDING)`.
    record Call(String function, String frame) {}

    Call draw() {
        return switch (random.nextInt(10)) {
            case 0, 1 ->
                new Call(
                        one(
                                isTotal
                                        ? List.of("row_number()", "rank()", "ntile(10)", "percent_rank()")
                                        : List.of("rank()", "dense_rank()", "percent_rank()", "cume_dist()")),
                        "");
            case 2 -> isTotal ? new Call(shifted(), "") : new Call(aggregated(), frame());
            case 3 -> isTotal ? new Call(picked(), frame()) : new Call(aggregated(), frame());
            case 4 -> new Call(one(List.of("min(", "max(")) + one(VALUES) + ")", frame());
            case 5 -> rare();
            default -> new Call(aggregated(), frame());
        };
    }

    private String shifted() {
        return one(List.of("lag(", "lead(")) + one(VALUES) + one(List.of("", ", 1", ", 7")) + ")";
    }

    private String picked() {
        return one(List.of(
                "first_value(" + one(VALUES) + ")",
                "last_value(" + one(VALUES) + ")",
                "nth_value(" + one(VALUES) + ", 3)"));
    }

    private String aggregated() {
        return switch (random.nextInt(8)) {
            case 0 -> "count(*)";
            case 1 -> "count(" + one(VALUES) + ")";
            case 2, 3, 4 -> "sum(" + one(NUMBERS) + ")";
            case 5 -> "bool_or(b)";
            case 6 -> "stddev(" + one(NUMBERS) + ")";
            default -> "avg(" + one(NUMBERS) + ")";
        };
    }

    /// What no fold computes, over frames of a few rows.
    private Call rare() {
        String function = one(List.of("median(i)", "count(DISTINCT i)", "arg_max(i, id)", "bit_xor(i)"));
        return new Call(function, isTotal ? " ROWS BETWEEN 3 PRECEDING AND 2 FOLLOWING" : " WHOLE");
    }

    private String frame() {
        return switch (random.nextInt(6)) {
            case 0 -> "";
            case 1 -> isTotal ? " ROWS UNBOUNDED PRECEDING" : " WHOLE";
            case 2 -> " GROUPS BETWEEN " + random.nextInt(4) + " PRECEDING AND " + random.nextInt(3) + " FOLLOWING";
            case 3 -> " RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING";
            default -> rangeSteps.isEmpty() ? rows() : range();
        };
    }

    private String rows() {
        if (!isTotal) {
            return "";
        }
        int before = one(List.of(1, 5, 30, 1000));
        return " ROWS BETWEEN " + before + " PRECEDING AND " + one(List.of("CURRENT ROW", "3 FOLLOWING", "1 PRECEDING"))
                + one(List.of("", "", "", " EXCLUDE CURRENT ROW"));
    }

    private String range() {
        return " RANGE BETWEEN " + one(rangeSteps) + " PRECEDING AND "
                + one(List.of("CURRENT ROW", one(rangeSteps) + " FOLLOWING"));
    }
}
