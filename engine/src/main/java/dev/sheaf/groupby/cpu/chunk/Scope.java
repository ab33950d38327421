package dev.sheaf.groupby.cpu.chunk;

import java.util.ArrayList;
import java.util.List;

/// Closes what was opened on the way if the way is not gone to its end.
///
/// ```java
/// try (Scope scope = new Scope()) {
///     Buffer a = scope.add(pool.allocate(...));
///     Buffer b = scope.add(pool.allocate(...));
///     scope.release();
///     return new Both(a, b);
/// }
/// ```
public final class Scope implements AutoCloseable {
    private final List<AutoCloseable> opened = new ArrayList<>();

    /// Closes `resource` with this scope, unless it is released before.
    public <T extends AutoCloseable> T add(T resource) {
        opened.add(resource);
        return resource;
    }

    /// Closes all of them with this scope.
    public <T extends AutoCloseable> List<T> addAll(List<T> resources) {
        opened.addAll(resources);
        return resources;
    }

    /// From here on the resources belong to somebody else.
    public void release() {
        opened.clear();
    }

    /// Closes all, even if closing one of them fails; the first failure is thrown.
    @Override
    public void close() {
        Throwable first = null;
        for (AutoCloseable resource : opened) {
            try {
                resource.close();
            } catch (Throwable failure) {
                first = first == null ? failure : first;
            }
        }
        opened.clear();
        switch (first) {
            case null -> {}
            case RuntimeException failure -> throw failure;
            case Error failure -> throw failure;
            case Throwable checked -> throw new IllegalStateException(checked);
        }
    }
}
