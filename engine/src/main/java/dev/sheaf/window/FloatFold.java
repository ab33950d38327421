package dev.sheaf.window;

import dev.sheaf.memory.Longs;

/// A fold of floats whose parts can be merged. A state is some doubles, the first of which counts values.
enum FloatFold {
    SUM(2),
    PRODUCT(2),
    /// Count, mean, and the sum of the squared distances from it.
    MOMENTS(3);

    private final int width;

    FloatFold(int width) {
        this.width = width;
    }

    int width() {
        return width;
    }

    static double get(Longs states, long index) {
        return Double.longBitsToDouble(states.get(index));
    }

    private static void put(Longs states, long index, double value) {
        states.put(index, Double.doubleToRawLongBits(value));
    }

    /// Stores the state of one value at place `at` of states, or that of none.
    void start(Longs states, long at, double value, boolean isValid) {
        put(states, at * width, isValid ? 1 : 0);
        double first = isValid ? value : this == PRODUCT ? 1 : 0;
        put(states, at * width + 1, first);
        if (this == MOMENTS) {
            put(states, at * width + 2, isValid ? squares(value) : 0);
        }
    }

    /// The squared distance of a value from itself. Nothing has a distance from infinity.
    private static double squares(double value) {
        return Double.isFinite(value) ? 0 : Double.NaN;
    }

    void merge(Longs states, long target, long left, long right) {
        double[] state = empty();
        add(state, states, left);
        add(state, states, right);
        store(states, target, state);
    }

    /// Stores a state at place `at` of states.
    void store(Longs states, long at, double[] state) {
        for (int i = 0; i < width; i++) {
            put(states, at * width + i, state[i]);
        }
    }

    /// The state of no values.
    double[] empty() {
        double[] state = new double[width];
        clear(state);
        return state;
    }

    void clear(double[] state) {
        java.util.Arrays.fill(state, 0);
        state[1] = this == PRODUCT ? 1 : 0;
    }

    /// Adds one value.
    void add(double[] state, double value) {
        add(state, 1, value, squares(value));
    }

    /// Adds the state at place `at` to another.
    void add(double[] state, Longs states, long at) {
        double count = get(states, at * width);
        if (count > 0) {
            add(state, count, get(states, at * width + 1), this == MOMENTS ? get(states, at * width + 2) : 0);
        }
    }

    /// Adds another state.
    void add(double[] state, double[] other) {
        if (other[0] > 0) {
            add(state, other[0], other[1], this == MOMENTS ? other[2] : 0);
        }
    }

    private void add(double[] state, double count, double first, double squares) {
        switch (this) {
            case SUM -> state[1] = state[0] == 0 ? first : state[1] + first;
            case PRODUCT -> state[1] *= first;
            case MOMENTS -> {
                if (state[0] == 0) {
                    // Nothing to be apart from: the square of a great value would overflow, and infinity times 0 is
                    // NaN.
                    state[1] = first;
                    state[2] = squares;
                } else {
                    double all = state[0] + count;
                    double apart = first - state[1];
                    state[2] += squares + apart * apart * state[0] * count / all;
                    state[1] += apart * count / all;
                }
            }
        }
        state[0] += count;
    }
}
