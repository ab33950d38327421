package dev.sheaf.expr;

/// Arithmetic on doubles, one loop per operator.
final class DoubleLoops {
    private DoubleLoops() {}

    static void add(double[] a, double[] b, double[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            out[row] = a[row] + b[row];
        }
    }

    static void subtract(double[] a, double[] b, double[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            out[row] = a[row] - b[row];
        }
    }

    static void multiply(double[] a, double[] b, double[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            out[row] = a[row] * b[row];
        }
    }

    static void divide(double[] a, double[] b, double[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            out[row] = a[row] / b[row];
        }
    }

    static void remainder(double[] a, double[] b, double[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            out[row] = a[row] % b[row];
        }
    }

    static void power(double[] a, double[] b, double[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            out[row] = Math.pow(a[row], b[row]);
        }
    }

    /// To the nearest float32.
    static void round(double[] values, int rows) {
        for (int row = 0; row < rows; row++) {
            values[row] = (float) values[row];
        }
    }
}
