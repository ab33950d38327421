package dev.sheaf.cuda.driver;

/// A driver whose calls can be made to fail.
public interface Faults {
    int OUT_OF_MEMORY = 2;
    int ILLEGAL_ADDRESS = 700;
    int LAUNCH_FAILED = 719;

    /// After `calls` more calls of a function, this many of them return this code and do nothing.
    void failAfter(String function, int calls, int code, int times);

    /// Forgets the faults of a function that have not come yet.
    void failNever(String function);

    /// Whether faults of a function have not come yet.
    boolean isPending(String function);
}
