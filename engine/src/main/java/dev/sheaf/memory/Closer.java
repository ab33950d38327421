package dev.sheaf.memory;

import java.util.ArrayList;
import java.util.List;

/// Closes what a step has opened if the step fails before its end.
///
/// ```java
/// try (Closer closer = new Closer()) {
///     Buffer a = closer.add(pool.allocate(...));
///     Buffer b = closer.add(pool.allocate(...));
///     closer.release();
///     return new Both(a, b);
/// }
/// ```
public final class Closer implements AutoCloseable {
    private final List<AutoCloseable> opened = new ArrayList<>();

    /// Nothing is opened yet.
    public Closer() {}

    /// Closes `resource` with this closer, unless it is released before.
    ///
    /// @return `resource`
    public <T extends AutoCloseable> T add(T resource) {
        opened.add(resource);
        return resource;
    }

    /// Closes all of them with this closer, unless it is released before.
    ///
    /// @return `resources`
    public <T extends AutoCloseable> List<T> addAll(List<T> resources) {
        opened.addAll(resources);
        return resources;
    }

    /// From here on the resources belong to somebody else.
    public void release() {
        opened.clear();
    }

    /// Closes all, the last one first, even if closing one of them fails. Then the first failure is thrown.
    @Override
    public void close() {
        if (opened.isEmpty()) {
            return;
        }
        Throwable first = null;
        for (int i = opened.size() - 1; i >= 0; i--) {
            try {
                opened.get(i).close();
            } catch (Throwable failure) {
                first = first == null ? failure : first;
            }
        }
        opened.clear();
        if (first != null) {
            throw unchecked(first);
        }
    }

    private static RuntimeException unchecked(Throwable failure) {
        return switch (failure) {
            case RuntimeException unchecked -> unchecked;
            case Error error -> throw error;
            case Throwable checked -> new IllegalStateException(checked);
        };
    }
}
