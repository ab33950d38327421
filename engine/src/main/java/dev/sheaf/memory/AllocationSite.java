package dev.sheaf.memory;

import java.util.Arrays;

/// Where memory was asked for. Taking note of it costs about a microsecond; the stack is read only if the memory is
/// lost. It is never thrown.
final class AllocationSite extends Throwable {
    private static final long serialVersionUID = 1;

    AllocationSite() {
        super("memory was asked for", null, false, true);
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
