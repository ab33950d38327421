package dev.sheaf.sql.function.value;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// How far two texts are apart, byte by byte, as in DuckDB.
public final class TextDistances {
    private static final long MOST_CELLS = 1L << 24;
    private static final double PREFIX_WEIGHT = 0.1;
    private static final int MOST_PREFIX = 4;
    private static final double WINKLER_FROM = 0.7;

    private TextDistances() {}

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// The places at which two texts of one length differ.
    public static long mismatches(String left, String right) {
        byte[] a = bytes(left);
        byte[] b = bytes(right);
        if (a.length != b.length || a.length == 0) {
            throw new IllegalArgumentException("takes two texts of one length that is not 0");
        }
        long count = 0;
        for (int i = 0; i < a.length; i++) {
            count += a[i] == b[i] ? 0 : 1;
        }
        return count;
    }

    /// How many of the bytes of both are in both.
    public static double jaccard(String left, String right) {
        if (left.isEmpty() || right.isEmpty()) {
            throw new IllegalArgumentException("takes texts that are not empty");
        }
        Set<Byte> both = new HashSet<>();
        Set<Byte> any = new HashSet<>();
        for (byte each : bytes(left)) {
            any.add(each);
        }
        for (byte each : bytes(right)) {
            if (any.contains(each)) {
                both.add(each);
            }
        }
        for (byte each : bytes(right)) {
            any.add(each);
        }
        return (double) both.size() / any.size();
    }

    /// @see <a href="https://doi.org/10.1080/01621459.1989.10478785">Jaro, Advances in Record-Linkage Methodology,
    ///     JASA 1989</a>
    public static double jaro(String left, String right) {
        byte[] a = bytes(left);
        byte[] b = bytes(right);
        if (a.length == 0 || b.length == 0) {
            return 0;
        }
        boolean[] usedA = new boolean[a.length];
        boolean[] usedB = new boolean[b.length];
        int reach = Math.max(0, Math.max(a.length, b.length) / 2 - 1);
        int common = 0;
        for (int i = 0; i < a.length; i++) {
            for (int j = Math.max(0, i - reach); j <= Math.min(b.length - 1, i + reach) && !usedA[i]; j++) {
                if (!usedB[j] && a[i] == b[j]) {
                    usedA[i] = true;
                    usedB[j] = true;
                    common++;
                }
            }
        }
        return common == 0 ? 0 : similarity(a, b, common, transposed(a, b, usedA, usedB) / 2);
    }

    private static double similarity(byte[] a, byte[] b, double common, int transposed) {
        return (common / a.length + common / b.length + (common - transposed) / common) / 3;
    }

    private static int transposed(byte[] a, byte[] b, boolean[] usedA, boolean[] usedB) {
        int count = 0;
        int j = 0;
        for (int i = 0; i < a.length; i++) {
            if (usedA[i]) {
                while (!usedB[j]) {
                    j++;
                }
                count += a[i] == b[j++] ? 0 : 1;
            }
        }
        return count;
    }

    /// Jaro's similarity, more where the first four bytes are equal.
    public static double jaroWinkler(String left, String right) {
        double jaro = jaro(left, right);
        if (jaro <= WINKLER_FROM) {
            return jaro;
        }
        int equal = Arrays.mismatch(bytes(left), bytes(right));
        int prefix = Math.min(MOST_PREFIX, equal < 0 ? bytes(left).length : equal);
        return jaro + prefix * PREFIX_WEIGHT * (1 - jaro);
    }

    /// How many bytes have to be inserted, left out, replaced or exchanged with their neighbours.
    public static long damerauLevenshtein(String left, String right) {
        byte[] a = bytes(left);
        byte[] b = bytes(right);
        if ((a.length + 2L) * (b.length + 2L) > MOST_CELLS) {
            throw new IllegalArgumentException("texts of " + a.length + " and " + b.length + " bytes take too long");
        }
        int far = a.length + b.length;
        int[][] cost = new int[a.length + 2][b.length + 2];
        for (int i = 0; i <= a.length; i++) {
            cost[i + 1][0] = far;
            cost[i + 1][1] = i;
        }
        for (int j = 0; j <= b.length; j++) {
            cost[0][j + 1] = far;
            cost[1][j + 1] = j;
        }
        Map<Byte, Integer> lastRows = new HashMap<>();
        for (int i = 1; i <= a.length; i++) {
            int lastColumn = 0;
            for (int j = 1; j <= b.length; j++) {
                int row = lastRows.getOrDefault(b[j - 1], 0);
                int exchanged = cost[row][lastColumn] + (i - row - 1) + 1 + (j - lastColumn - 1);
                int replaced = cost[i][j] + (a[i - 1] == b[j - 1] ? 0 : 1);
                lastColumn = a[i - 1] == b[j - 1] ? j : lastColumn;
                cost[i + 1][j + 1] =
                        Math.min(Math.min(replaced, exchanged), 1 + Math.min(cost[i + 1][j], cost[i][j + 1]));
            }
            lastRows.put(a[i - 1], i);
        }
        return cost[a.length + 1][b.length + 1];
    }
}
