package dev.sheaf.testing.groupby;

import dev.sheaf.memory.MemoryPool;
import dev.sheaf.query.Cancellation;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Settings;
import java.util.Map;

/// A way to run the same request: on so many threads, with these tuning constants and forced strategies.
public record Variant(String name, int threads, Settings settings) {

    /// A variant with these settings.
    public static Variant of(String name, int threads, Map<String, String> settings) {
        return new Variant(name, threads, new Settings(settings));
    }

    /// A context that runs this way.
    QueryContext context(MemoryPool pool) {
        return context(pool, new Cancellation());
    }

    /// A context that runs this way until it is cancelled.
    QueryContext context(MemoryPool pool, Cancellation cancellation) {
        return QueryContext.builder()
                .pool(pool)
                .threads(threads)
                .settings(settings)
                .cancellation(cancellation)
                .build();
    }

    @Override
    public String toString() {
        return name + ", " + threads + (threads == 1 ? " thread" : " threads");
    }
}
