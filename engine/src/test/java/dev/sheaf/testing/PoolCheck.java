package dev.sheaf.testing;

import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Gives a test that takes a [MemoryPool] one of its own, or looks after the pool of a class, and fails a test that
/// does not give memory back.
///
/// ```java
/// @ExtendWith(PoolCheck.class)
/// class SumTest {
///     @Test
///     void sumOfNothingIsNull(MemoryPool pool) { ... }
/// }
///
/// class CsvTest {
///     private final MemoryPool pool = MemoryPool.withLimit(64 << 20);
///
///     @RegisterExtension
///     final PoolCheck nothingIsLeft = PoolCheck.of(pool);
/// }
/// ```
public final class PoolCheck implements ParameterResolver, AfterEachCallback {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(PoolCheck.class);

    private final @Nullable MemoryPool own;

    /// Of pools that tests take.
    public PoolCheck() {
        own = null;
    }

    private PoolCheck(MemoryPool own) {
        this.own = own;
    }

    /// Of a pool that all of a test class uses; closed behind each test.
    public static PoolCheck of(MemoryPool pool) {
        return new PoolCheck(pool);
    }

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
        MemoryPool pool = own != null ? own : context.getStore(NAMESPACE).get("pool", MemoryPool.class);
        if (pool != null && context.getExecutionException().isEmpty()) {
            assertEmpty(pool);
        }
        if (own != null) {
            own.close();
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
        } catch (MemoryLimitException limit) {
            return String.valueOf(limit.getMessage());
        }
    }
}
