package dev.sheaf.column;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// Names of columns: what somebody meant who mistyped one, and one that is free.
public final class Names {
    private static final int SHORT = 3;

    private Names() {}

    /// The candidate nearest to `name`, if it is near enough to be what was meant: at most a third of its letters
    /// differ, and of three letters not the first, as half of all short words are one letter apart.
    public static Optional<String> nearest(String name, Collection<String> candidates) {
        String asked = name.toLowerCase(Locale.ROOT);
        return candidates.stream()
                .filter(candidate -> isNear(asked, candidate.toLowerCase(Locale.ROOT)))
                .min(Comparator.comparingInt(candidate -> distance(asked, candidate.toLowerCase(Locale.ROOT))));
    }

    private static boolean isNear(String asked, String candidate) {
        boolean alike = asked.length() > SHORT || (!asked.isEmpty() && candidate.startsWith(asked.substring(0, 1)));
        return alike && distance(asked, candidate) <= Math.max(1, asked.length() / 3);
    }

    /// A name that is not taken: this one, or one like it.
    public static String free(String wanted, Collection<String> taken) {
        String name = wanted;
        while (taken.contains(name)) {
            name = "#" + name;
        }
        return name;
    }

    /// A sentence ` Did you mean "region"?`, or nothing when no candidate is near.
    public static String didYouMean(String name, Collection<String> candidates) {
        return nearest(name, candidates)
                .map(candidate -> " Did you mean \"" + candidate + "\"?")
                .orElse("");
    }

    /// Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours.
    private static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int substitute = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                cost[i][j] = Math.min(substitute, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    cost[i][j] = Math.min(cost[i][j], 1 + cost[i - 2][j - 2]);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}
