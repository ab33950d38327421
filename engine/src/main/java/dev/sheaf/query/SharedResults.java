package dev.sheaf.query;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What several places of a query use and the first of them makes. It is kept until the query ends, which is when
/// every run that was begun is closed.
///
/// A query runs others inside it; each of them begins a run, and the outermost one is closed last. Thread-safe.
public final class SharedResults {
    private final Map<Object, Result> results = new IdentityHashMap<>();
    private int runs;

    SharedResults() {}

    /// Something that is kept and given back at the end.
    public interface Result extends AutoCloseable {
        @Override
        void close();
    }

    /// Begins a run, to be closed by the caller.
    public synchronized Run begin() {
        runs++;
        return new Run(this::end);
    }

    /// What was made for `key`, compared by identity, made now if nobody asked before. `make` does no work: it would
    /// keep others waiting.
    ///
    /// @throws IllegalStateException if no run is under way, so that nobody would close it
    public synchronized <T extends Result> T get(Object key, Class<T> type, Supplier<T> make) {
        if (runs == 0) {
            throw new IllegalStateException("a result of a query is shared while the query runs; run it by its plan");
        }
        return type.cast(results.computeIfAbsent(key, _ -> make.get()));
    }

    /// Closes what was made for `key`, if anything was: who asks next makes it anew. Nobody may be reading it.
    public void drop(Object key) {
        Result result;
        synchronized (this) {
            result = results.remove(key);
        }
        if (result != null) {
            result.close();
        }
    }

    private void end() {
        List<Result> left;
        synchronized (this) {
            runs--;
            left = runs == 0 ? new ArrayList<>(results.values()) : List.of();
            if (runs == 0) {
                results.clear();
            }
        }
        left.forEach(Result::close);
    }

    /// The time during which results are kept.
    public static final class Run implements AutoCloseable {
        private @Nullable Runnable end;

        private Run(Runnable end) {
            this.end = end;
        }

        /// Ends the run; once more does nothing.
        @Override
        public synchronized void close() {
            Runnable ending = end;
            end = null;
            if (ending != null) {
                ending.run();
            }
        }
    }
}
