package dev.sheaf.groupby.cpu;

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
final class Scope implements AutoCloseable {
    private final List<AutoCloseable> opened = new ArrayList<>();

    /// Closes `resource` with this scope, unless it is released before.
    <T extends AutoCloseable> T add(T resource) {
        opened.add(resource);
        return resource;
    }

    /// Closes all of them with this scope.
    <T extends AutoCloseable> List<T> addAll(List<T> resources) {
        opened.addAll(resources);
        return resources;
    }

    /// From here on the resources belong to somebody else.
    void release() {
        opened.clear();
    }

    @Override
    public void close() {
        for (AutoCloseable resource : opened) {
            try {
                resource.close();
            } catch (RuntimeException failure) {
                throw failure;
            } catch (Exception checked) {
                throw new IllegalStateException(checked);
            }
        }
        opened.clear();
    }
}
