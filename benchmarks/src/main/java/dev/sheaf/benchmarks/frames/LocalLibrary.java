package dev.sheaf.benchmarks.frames;

/// A library in this process, with results of type `R`.
interface LocalLibrary<R> extends FrameLibrary {
    R run(Operation operation);

    Answer answer(Operation operation, R result);

    /// Gives a result back.
    default void drop(R result) {}

    @Override
    default Cost cost(Operation operation) {
        Cost.Made<R> made = Cost.of(() -> run(operation));
        drop(made.result());
        return made.cost();
    }

    @Override
    default Answer answer(Operation operation) {
        R result = run(operation);
        try {
            return answer(operation, result);
        } finally {
            drop(result);
        }
    }

    /// The rows that stand for an order.
    static int[] probes(long rows) {
        return new int[] {(int) (rows / 4), (int) (rows / 2), (int) (rows * 3 / 4)};
    }
}
