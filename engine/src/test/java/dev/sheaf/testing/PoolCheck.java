package dev.sheaf.testing;

import dev.sheaf.memory.MemoryPool;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Gives a test that takes a [MemoryPool] one of its own, and fails it if memory is not given back.
///
/// ```java
/// @ExtendWith(PoolCheck.class)
/// class SumTest {
///     @Test
///     void sumOfNothingIsNull(MemoryPool pool) { ... }
/// }
/// ```
public final class PoolCheck implements ParameterResolver, AfterEachCallback {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(PoolCheck.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == MemoryPool.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getStore(NAMESPACE).computeIfAbsent("pool", _ -> MemoryPool.create(), MemoryPool.class);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        MemoryPool pool = context.getStore(NAMESPACE).get("pool", MemoryPool.class);
        if (pool != null && context.getExecutionException().isEmpty()) {
            assertEmpty(pool);
        }
    }

    /// Asserts that nothing lent by a pool is still out, or was lost.
    public static void assertEmpty(MemoryPool pool) {
        if (pool.usedBytes() != 0 || pool.leakCount() != 0) {
            throw new AssertionError(pool.usedBytes() + " bytes of the pool are still in use (" + holders(pool) + "), "
                    + pool.leakCount() + " buffers were lost");
        }
    }

    /// Who holds the memory, from the message that a refused request gets.
    private static String holders(MemoryPool pool) {
        try {
            pool.allocate(pool.limitBytes() + 1, "test").close();
            return "unknown";
        } catch (dev.sheaf.memory.MemoryLimitException limit) {
            return String.valueOf(limit.getMessage());
        }
    }
}
