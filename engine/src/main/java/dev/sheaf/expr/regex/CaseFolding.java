package dev.sheaf.expr.regex;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/// Which code points are the same but for their case, by Unicode's simple folding: `s`, `S` and U+017F, for one.
final class CaseFolding {
    /// Behind the last script that has case.
    private static final int END = 0x20000;

    private static final int CAPITAL_DOTTED_I = 0x130;
    private static final int SMALL_DOTLESS_I = 0x131;

    /// The code points by what they are folded to, where there are several.
    private static final Map<Integer, List<Integer>> SAME = same();

    private CaseFolding() {}

    /// One code point for all that are the same but for their case. The two letters of Turkish fold to nothing else.
    static int fold(int point) {
        return point == CAPITAL_DOTTED_I || point == SMALL_DOTLESS_I
                ? point
                : Character.toLowerCase(Character.toUpperCase(point));
    }

    /// Whether a condition holds for a code point or one that is the same but for its case.
    static boolean anyMatch(int point, IntPredicate condition) {
        return condition.test(point)
                || SAME.getOrDefault(fold(point), List.of()).stream()
                        .anyMatch(other -> other != point && condition.test(other));
    }

    private static Map<Integer, List<Integer>> same() {
        Map<Integer, List<Integer>> same = new HashMap<>();
        for (int point = 0; point < END; point++) {
            int folded = fold(point);
            if (folded != point) {
                same.computeIfAbsent(folded, _ -> new ArrayList<>(List.of(folded)))
                        .add(point);
            }
        }
        return Map.copyOf(same);
    }
}
