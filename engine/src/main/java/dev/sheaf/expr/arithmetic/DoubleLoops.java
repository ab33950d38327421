package dev.sheaf.expr.arithmetic;

/// Arithmetic on doubles, one loop per operator.
public final class DoubleLoops {
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

    /// Takes the validity off rows whose value is 0.
    static void dropZeros(double[] values, long[] valid, int words) {
        for (int word = 0; word < words; word++) {
            long nonZero = 0;
            for (int bit = 0; bit < Long.SIZE; bit++) {
                nonZero |= (values[(word << 6) + bit] != 0 ? 1L : 0L) << bit;
            }
            valid[word] &= nonZero;
        }
    }

    static void power(double[] a, double[] b, double[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            out[row] = Math.pow(a[row], b[row]);
        }
    }

    /// To the nearest float32.
    public static void toSingle(double[] values, int rows) {
        for (int row = 0; row < rows; row++) {
            values[row] = (float) values[row];
        }
    }

    static void negate(double[] values, double[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            out[row] = -values[row];
        }
    }

    static void abs(double[] values, double[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            out[row] = Math.abs(values[row]);
        }
    }

    static void sqrt(double[] values, double[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            out[row] = Math.sqrt(values[row]);
        }
    }

    static void floor(double[] values, double[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            out[row] = Math.floor(values[row]);
        }
    }

    static void ceil(double[] values, double[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            out[row] = Math.ceil(values[row]);
        }
    }

    static void trunc(double[] values, double[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            out[row] = trunc(values[row]);
        }
    }

    static void round(double[] values, double[] out, int rows) {
        for (int row = 0; row < rows; row++) {
            out[row] = round(values[row]);
        }
    }

    private static double trunc(double value) {
        return value < 0 ? Math.ceil(value) : Math.floor(value);
    }

    /// The nearest whole number, half away from zero. Adding one half and cutting off would lift
    /// 0.49999999999999994.
    public static double round(double value) {
        double whole = trunc(value);
        return Math.abs(value - whole) >= 0.5 ? whole + Math.copySign(1, value) : whole;
    }

    /// The nearest number with so many decimals (tens, hundreds, if negative), half away from zero.
    static double round(double value, int decimals) {
        double power = Math.pow(10, Math.abs((double) decimals));
        double rounded = decimals < 0 ? round(value / power) * power : round(value * power) / power;
        if (Double.isFinite(rounded) || !Double.isFinite(value)) {
            return Double.isFinite(value) ? rounded : value;
        }
        return decimals < 0 ? 0 : value;
    }
}
