package dev.sheaf.groupby.cpu.state;

/// A place where a table keeps the states of its groups while rows arrive.
///
/// A table has one active store. The reductions are the last of all stores ([ReductionStates]); whatever another one
/// holds is flushed into them when a different store becomes active, and before anything reads states. Memory comes
/// from the pool; if that has no room, the exception leaves the store fit to be closed and nothing else.
public interface StateStore extends AutoCloseable {
    /// Adds rows `from` to `to`, or those before the first that this store cannot take; returns the first row that was
    /// not added.
    int add(MorselRows rows, int from, int to);

    /// Gives the reductions what is held, and makes groups of keys that have none yet. Nothing is held afterwards.
    void flush();

    /// Forgets what is held.
    void clear();

    @Override
    void close();
}
