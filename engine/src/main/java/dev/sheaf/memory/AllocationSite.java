package dev.sheaf.memory;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where memory was asked for. Taking note of it costs one to three microseconds, so of a pool's allocations after
/// the first hundreds few are noted; the stack is read only if the memory is lost. It is never thrown.
final class AllocationSite extends Throwable {
    private static final long serialVersionUID = 1;

    /// So many allocations of a pool are all noted, which shows what a test or a first query loses.
    private static final int ALL_NOTED = 512;

    /// After them, one in so many is: what is lost again and again is found all the same. A power of two.
    private static final int NOTED_OF = 64;

    private static final String SHEAF = "dev.sheaf.";

    /// Frames between the caller and Sheaf: a stream or a list that calls back.
    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.");

    private AllocationSite() {
        super("memory was asked for", null, false, true);
    }

    /// The caller's.
    static AllocationSite here() {
        return new AllocationSite();
    }

    /// The caller's, if the pool's allocation of that number is one of those to be noted.
    static @Nullable AllocationSite of(int number) {
        return Integer.compareUnsigned(number, ALL_NOTED) < 0 || (number & (NOTED_OF - 1)) == 0
                ? new AllocationSite()
                : null;
    }

    /// The first caller outside Sheaf and the JDK; without one, which code or thread of Sheaf it was.
    String caller() {
        StackTraceElement[] frames = getStackTrace();
        return Arrays.stream(frames)
                .filter(frame -> !frame.getClassName().startsWith(SHEAF)
                        && JDK.stream().noneMatch(frame.getClassName()::startsWith))
                .findFirst()
                .or(() -> Arrays.stream(frames)
                        .filter(frame -> frame.getClassName().startsWith(SHEAF))
                        .reduce((_, outer) -> outer))
                .map(StackTraceElement::toString)
                .orElse("a place that is not known");
    }
}
