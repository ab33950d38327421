package dev.sheaf.benchmarks.frames;

import java.util.SplittableRandom;

/// The rows that operations run over, and a small table of one row for each `k`. No value is null, since the libraries
/// differ in what null means.
record FrameRows(int[] k, String[] g, double[] a, int[] b, String[] t, int[] dimK, double[] dimW) {
    /// Values of `b`, and of `g`.
    static final int SMALL = 100;

    private static final int ROWS_A_KEY = 100;
    private static final int TEXTS = 10_000;

    static FrameRows of(int rows) {
        SplittableRandom random = new SplittableRandom(1);
        int keys = Math.max(1, rows / ROWS_A_KEY);
        String[] groups = texts("group ", SMALL);
        String[] texts = texts("some text ", TEXTS);
        FrameRows made = new FrameRows(
                new int[rows],
                new String[rows],
                new double[rows],
                new int[rows],
                new String[rows],
                new int[keys],
                new double[keys]);
        for (int row = 0; row < rows; row++) {
            made.k[row] = random.nextInt(keys);
            made.g[row] = groups[random.nextInt(SMALL)];
            made.a[row] = random.nextDouble() * 100;
            made.b[row] = random.nextInt(SMALL);
            made.t[row] = texts[random.nextInt(TEXTS)];
        }
        for (int key = 0; key < keys; key++) {
            made.dimK[key] = key;
            made.dimW[key] = random.nextDouble();
        }
        return made;
    }

    private static String[] texts(String prefix, int count) {
        String[] texts = new String[count];
        for (int i = 0; i < count; i++) {
            texts[i] = prefix + i;
        }
        return texts;
    }

    int size() {
        return k.length;
    }
}
