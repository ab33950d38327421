package dev.sheaf.sql.function.value;

import java.util.List;

/// Functions of two lists of numbers of one length, without nulls.
public final class Vectors {
    private Vectors() {}

    public static double product(List<Double> a, List<Double> b) {
        check(a, b);
        double sum = 0;
        for (int i = 0; i < a.size(); i++) {
            sum += a.get(i) * b.get(i);
        }
        return sum;
    }

    public static double distance(List<Double> a, List<Double> b) {
        check(a, b);
        double sum = 0;
        for (int i = 0; i < a.size(); i++) {
            sum += (a.get(i) - b.get(i)) * (a.get(i) - b.get(i));
        }
        return Math.sqrt(sum);
    }

    /// The cosine of the angle between them.
    public static double cosine(List<Double> a, List<Double> b) {
        double cosine = product(a, b) / Math.sqrt(product(a, a) * product(b, b));
        return Math.clamp(cosine, -1.0, 1.0);
    }

    /// What stands upright on both.
    public static List<Double> cross(List<Double> a, List<Double> b) {
        check(a, b);
        if (a.size() != 3) {
            throw new IllegalArgumentException("takes lists of 3 numbers, not of " + a.size());
        }
        return List.of(
                a.get(1) * b.get(2) - a.get(2) * b.get(1),
                a.get(2) * b.get(0) - a.get(0) * b.get(2),
                a.get(0) * b.get(1) - a.get(1) * b.get(0));
    }

    private static void check(List<Double> a, List<Double> b) {
        if (a.size() != b.size()) {
            throw new IllegalArgumentException("the lists have " + a.size() + " and " + b.size() + " elements");
        }
        if (a.contains(null) || b.contains(null)) {
            throw new IllegalArgumentException("a list holds a null");
        }
    }
}
