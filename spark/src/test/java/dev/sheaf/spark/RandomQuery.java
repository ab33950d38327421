package dev.sheaf.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/// A random aggregation over the columns of [RandomRows].
final class RandomQuery {
    private static final List<String> KEYS = List.of(
            "flag", "tiny", "small", "whole", "big", "ratio", "real", "day", "moment", "price", "amount", "word");
    private static final List<String> NUMBERS =
            List.of("tiny", "small", "whole", "big", "ratio", "real", "price", "amount");
    private static final List<String> ORDERED = List.of(
            "flag", "tiny", "small", "whole", "big", "ratio", "real", "day", "moment", "price", "amount", "huge",
            "word", "raw");
    /// What has to be computed first, as keys and as arguments.
    private static final List<String> KEY_EXPRESSIONS =
            List.of("whole % 3", "upper(word)", "ratio * 2", "month(day)", "coalesce(tiny, small)", "price > 100");
    private static final List<String> EXPRESSIONS = List.of(
            "whole * big",
            "tiny + small",
            "ratio / 4",
            "length(word)",
            "price * amount",
            "price - 1",
            "CASE WHEN flag THEN real END");
    /// What can be told apart without doubt, unlike floats.
    private static final List<String> EXACT =
            List.of("flag", "tiny", "small", "whole", "big", "day", "moment", "price", "amount", "huge", "word");
    private static final List<String> WHOLE = List.of("tiny", "small", "whole", "big");

    private final SplittableRandom random;
    private final boolean ansi;
    private final RandomExpression expressions;

    RandomQuery(SplittableRandom random, boolean ansi) {
        this.random = random;
        this.ansi = ansi;
        this.expressions = new RandomExpression(random, ansi);
    }

    String sql(String table) {
        List<String> keys = some(KEYS, random.nextInt(4));
        if (random.nextInt(4) == 0) {
            keys.add(random.nextBoolean() ? one(KEY_EXPRESSIONS) : expressions.any(random.nextInt(1, 3)));
        }
        List<String> outputs = new ArrayList<>(keys);
        int count = random.nextInt(5);
        for (int i = 0; i < count || outputs.isEmpty(); i++) {
            outputs.add((random.nextInt(8) == 0 ? collected() : aggregate() + filter()) + " AS a" + i);
        }
        if (random.nextInt(6) == 0) {
            outputs.add(one(List.of("count", "sum", "avg")) + "(DISTINCT " + one(WHOLE) + ") AS d");
        }
        String grouped = keys.isEmpty() ? "" : " GROUP BY " + grouping(keys);
        String query =
                "SELECT " + String.join(", ", outputs) + " FROM " + joined(table) + where() + grouped + having(keys);
        return random.nextInt(10) == 0 && KEYS.containsAll(keys) ? twice(query, keys) : query;
    }

    /// Two thirds of the rows, found by a join below the aggregation, or all.
    private String joined(String table) {
        return random.nextInt(10) == 0
                ? "(SELECT * FROM " + table + " JOIN (SELECT id AS other FROM " + table
                        + " WHERE id % 3 > 0) ON id = other)"
                : table;
    }

    /// The query joined to itself by its keys: both sides have one exchange.
    private static String twice(String query, List<String> keys) {
        String condition = keys.stream()
                .map(key -> "a." + key + " <=> b." + key)
                .collect(Collectors.joining(" AND ", keys.isEmpty() ? "true" : "", ""));
        return "SELECT * FROM (" + query + ") a JOIN (" + query + ") b ON " + condition;
    }

    private String grouping(List<String> keys) {
        String list = String.join(", ", keys);
        return switch (random.nextInt(12)) {
            case 0 -> "ROLLUP (" + list + ")";
            case 1 -> "CUBE (" + list + ")";
            case 2 -> "GROUPING SETS ((" + list + "), (" + keys.getFirst() + "), ())";
            default -> list;
        };
    }

    private String filter() {
        return random.nextInt(8) == 0 ? " FILTER (WHERE " + expressions.condition(1) + ")" : "";
    }

    private String where() {
        return switch (random.nextInt(5)) {
            case 0 -> " WHERE whole > 3";
            case 1 -> " WHERE word IS NOT NULL AND ratio < 100";
            case 2, 3 -> " WHERE " + expressions.condition(random.nextInt(3));
            default -> "";
        };
    }

    private String having(List<String> keys) {
        return !keys.isEmpty() && random.nextInt(4) == 0 ? " HAVING count(*) > 1 OR max(whole) > 4" : "";
    }

    private String aggregate() {
        return switch (random.nextInt(ansi ? 18 : 19)) {
            case 0 -> "count(*)";
            case 1 -> "count(" + one(ORDERED) + ")";
            case 2, 3 -> "sum(" + one(NUMBERS) + ")";
            case 4, 5 -> "avg(" + one(NUMBERS) + ")";
            case 6, 7 -> "min(" + one(ORDERED) + ")";
            case 8 -> "max(" + one(ORDERED) + ")";
            case 9 -> one(List.of("var_samp", "var_pop", "stddev_samp", "stddev_pop")) + "(" + one(NUMBERS) + ")";
            case 10 -> one(List.of("bit_and", "bit_or", "bit_xor")) + "(" + one(WHOLE) + ")";
            case 11 -> one(List.of("min_by", "max_by")) + "(" + one(ORDERED) + ", id)";
            case 12 ->
                one(List.of(
                        "bool_and(flag)",
                        "bool_or(flag)",
                        "count(DISTINCT whole)",
                        "sum(DISTINCT price)",
                        "median(" + one(NUMBERS) + ")",
                        // between large amounts of opposite signs, other shares leave nothing but rounding
                        "percentile(" + one(NUMBERS) + ", 0.25)",
                        "percentile(whole, 0.3)",
                        "corr(whole, " + one(List.of("ratio", "small", "price", "whole")) + ")",
                        ofPairs(),
                        ofPairs(),
                        "skewness(whole)"));
            case 13 -> "sum(" + one(EXPRESSIONS) + ")";
            case 14 -> one(List.of("count(whole, word)", "avg(ratio / 4)", "2 * count(big)"));
            case 15, 16 -> ofExpression();
            case 17 -> percentiles();
            default -> "sum(huge)";
        };
    }

    /// Of what has an order of its own, since the order of rows is anybody's.
    private String collected() {
        String values = one(ORDERED);
        String filter = filter();
        return one(List.of(
                "sort_array(collect_list(" + values + ")" + filter + ")",
                "sort_array(collect_set(" + one(EXACT) + ")" + filter + ")",
                "sort_array(split(listagg(word, ',')" + filter + ", ','))",
                "length(string_agg(word)" + filter + ")",
                "mode(whole % 1)" + filter,
                "(mode(day)" + filter + " IS NULL)"));
    }

    private String percentiles() {
        return one(List.of(
                "percentile(" + one(NUMBERS) + ", array(0.75, 0.25))",
                "percentile_cont(0.25) WITHIN GROUP (ORDER BY " + one(NUMBERS) + " DESC)",
                "percentile_disc(0.5) WITHIN GROUP (ORDER BY " + one(NUMBERS) + ")",
                "percentile_disc(0.3) WITHIN GROUP (ORDER BY " + one(NUMBERS) + " DESC)"));
    }

    private String ofPairs() {
        String function = one(List.of(
                "covar_pop",
                "covar_samp",
                "regr_r2",
                "regr_slope",
                "regr_intercept",
                "regr_sxx",
                "regr_syy",
                "regr_count",
                "regr_avgx"));
        return function + "(" + one(List.of("whole", "small")) + ", " + one(List.of("ratio", "small", "price", "whole"))
                + ")";
    }

    private String ofExpression() {
        String function = one(List.of("sum", "sum", "avg", "min", "max", "count", "stddev_pop"));
        return function + "(" + expressions.number(random.nextInt(1, 4)) + ")";
    }

    private String one(List<String> of) {
        return of.get(random.nextInt(of.size()));
    }

    private List<String> some(List<String> of, int count) {
        return random.ints(0, of.size())
                .distinct()
                .limit(count)
                .mapToObj(of::get)
                .collect(Collectors.toCollection(ArrayList::new));
    }
}
