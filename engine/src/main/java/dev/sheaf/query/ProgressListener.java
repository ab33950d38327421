package dev.sheaf.query;

/// Hears how far a query is. Called from worker threads, at most once a batch; must return at once.
@FunctionalInterface
public interface ProgressListener {
    /// Hears nothing.
    ProgressListener NONE = (_, _, _) -> {};

    /// `done` of `total` units (rows, as a rule) of a step are through; `total` is negative when it is not known.
    void progress(String step, long done, long total);
}
