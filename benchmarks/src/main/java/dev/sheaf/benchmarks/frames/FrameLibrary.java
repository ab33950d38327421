package dev.sheaf.benchmarks.frames;

/// A library of data frames that holds [FrameRows].
interface FrameLibrary extends AutoCloseable {
    /// As it is called in results, with its release.
    String name();

    /// Whether it has an operation.
    default boolean has(Operation operation) {
        return true;
    }

    /// Runs an operation once, with the whole result made and dropped, and says what making it took.
    Cost cost(Operation operation);

    /// The result of an operation, as a number of rows and a sum of: `a` (filter), each key in the rows at a quarter, a
    /// half and three quarters (sort), sums and greatest values (group), `w` (join), the means of full windows
    /// (rolling), lengths of the new texts (upper), the new numbers (lengths, assign).
    Answer answer(Operation operation);

    @Override
    default void close() {}
}
