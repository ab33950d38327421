package dev.sheaf.memory;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Where memory was asked for. Taking note of it costs one to three microseconds, so of a pool's allocations after the
/// first hundreds few are noted; the stack is read only if the memory is lost. It is never thrown.
final class AllocationSite extends Throwable {
    private static final long serialVersionUID = 1;

    /// So many allocations of a pool are all noted, which shows what a test or a first query loses.
    private static final int ALL_NOTED = 512;

    /// After them, one in so many is: what is lost again and again is found all the same. A power of two.
    private static final int NOTED_OF = 64;

    private AllocationSite() {
        super("memory was asked for", null, false, true);
    }

    /// The caller's, if the pool's allocation of that number is one of those to be noted.
    static @Nullable AllocationSite of(int number) {
        return Integer.compareUnsigned(number, ALL_NOTED) < 0 || (number & (NOTED_OF - 1)) == 0
                ? new AllocationSite()
                : null;
    }

    /// The first caller outside this package.
    String caller() {
        return Arrays.stream(getStackTrace())
                .filter(frame -> !frame.getClassName().startsWith("dev.sheaf.memory."))
                .findFirst()
                .map(StackTraceElement::toString)
                .orElse("unknown");
    }
}
