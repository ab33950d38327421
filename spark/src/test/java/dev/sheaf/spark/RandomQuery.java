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
    private static final List<String> WHOLE = List.of("tiny", "small", "whole", "big");

    private final SplittableRandom random;
    private final boolean ansi;

    RandomQuery(SplittableRandom random, boolean ansi) {
        this.random = random;
        this.ansi = ansi;
    }

    String sql(String table) {
        List<String> keys = some(KEYS, random.nextInt(4));
        List<String> outputs = new ArrayList<>(keys);
        int count = random.nextInt(5);
        for (int i = 0; i < count || outputs.isEmpty(); i++) {
            outputs.add(aggregate() + " AS a" + i);
        }
        String grouped = keys.isEmpty() ? "" : " GROUP BY " + String.join(", ", keys);
        return "SELECT " + String.join(", ", outputs) + " FROM " + table + where() + grouped + having(keys);
    }

    private String where() {
        return switch (random.nextInt(5)) {
            case 0 -> " WHERE whole > 3";
            case 1 -> " WHERE word IS NOT NULL AND ratio < 100";
            default -> "";
        };
    }

    private String having(List<String> keys) {
        return !keys.isEmpty() && random.nextInt(4) == 0 ? " HAVING count(*) > 1 OR max(whole) > 4" : "";
    }

    private String aggregate() {
        return switch (random.nextInt(ansi ? 15 : 16)) {
            case 0 -> "count(*)";
            case 1 -> "count(" + one(ORDERED) + ")";
            case 2, 3 -> "sum(" + one(NUMBERS) + ")";
            case 4, 5 -> "avg(" + one(NUMBERS) + ")";
            case 6, 7 -> "min(" + one(ORDERED) + ")";
            case 8 -> "max(" + one(ORDERED) + ")";
            case 9 -> one(List.of("var_samp", "var_pop", "stddev_samp", "stddev_pop")) + "(" + one(NUMBERS) + ")";
            case 10 -> one(List.of("bit_and", "bit_or", "bit_xor")) + "(" + one(WHOLE) + ")";
            case 11 -> one(List.of("min_by", "max_by")) + "(" + one(ORDERED) + ", id)";
            case 12 -> one(List.of("bool_and(flag)", "bool_or(flag)", "count(DISTINCT whole)", "skewness(whole)"));
            case 13 -> "sum(" + one(NUMBERS) + ") / (count(" + one(ORDERED) + ") + 1)";
            case 14 -> "count(whole, word)";
            default -> "sum(huge)";
        };
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
