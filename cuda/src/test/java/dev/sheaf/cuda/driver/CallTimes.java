package dev.sheaf.cuda.driver;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// When calls of the driver begin and end, and what the host does between: a timeline of a query. For one thread.
public final class CallTimes {
    private static final int MOST = 1 << 12;

    /// A call of the driver.
    ///
    /// @param gap nanoseconds of the host before it, without waits for signals
    /// @param waited nanoseconds of such waits before it
    /// @param nanos that it took
    /// @param from who made it, innermost first, if callers are looked for
    public record Call(String function, long gap, long waited, long nanos, String from) {}

    private final List<String> names = new ArrayList<>();
    private final int[] functions = new int[MOST];
    private final long[] starts = new long[MOST];
    private final long[] ends = new long[MOST];
    private final long[] waits = new long[MOST];
    private final String[] callers = new String[MOST];
    private int count;
    private long begin;
    private @Nullable Stream stream;
    private boolean isTraced;

    /// The driver of this machine, whose calls are timed.
    public Driver real() {
        return Driver.start(around(
                LibCuda.load(LibrarySearch.ofThisProcess().named("libcuda.so.1").getFirst())));
    }

    /// A driver in Java, whose calls are timed.
    public Driver of(FakeCuda fake) {
        return Driver.start(around(fake.lib));
    }

    /// Starts over.
    ///
    /// @param watched whose waits are looked at
    /// @param traced whether callers are looked for, which takes longer than anything else
    public void start(Stream watched, boolean traced) {
        count = 0;
        stream = watched;
        isTraced = traced;
        begin = System.nanoTime();
    }

    /// The calls since the start.
    public List<Call> calls() {
        List<Call> calls = new ArrayList<>();
        long from = begin;
        long waited = 0;
        for (int i = 0; i < count; i++) {
            long wait = waits[i] - waited;
            calls.add(new Call(
                    names.get(functions[i]),
                    starts[i] - from - wait,
                    wait,
                    ends[i] - starts[i],
                    Optional.ofNullable(callers[i]).orElse("")));
            from = ends[i];
            waited = waits[i];
        }
        return calls;
    }

    void before(int function) {
        if (count < MOST) {
            functions[count] = function;
            waits[count] = stream == null ? 0 : stream.waitedNanos();
            callers[count] = isTraced ? caller() : null;
            starts[count] = System.nanoTime();
        }
    }

    int after(int code) {
        if (count < MOST) {
            ends[count++] = System.nanoTime();
        }
        return code;
    }

    private static String caller() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> frame.getClassName().contains("groupby.cuda"))
                        .filter(frame -> !frame.getMethodName().contains("lambda"))
                        .limit(3)
                        .map(frame -> frame.getClassName().replaceFirst(".*\\.", "") + "." + frame.getMethodName() + ":"
                                + frame.getLineNumber())
                        .toList())
                .toString();
    }

    private LibCuda around(LibCuda lib) {
        try {
            Map<String, MethodHandle> real = new HashMap<>();
            for (RecordComponent component : LibCuda.class.getRecordComponents()) {
                real.put(Binding.prototype(component).name(), (MethodHandle)
                        component.getAccessor().invoke(lib));
            }
            return Binding.bind(LibCuda.class, prototype -> timed(prototype.name(), real.get(prototype.name())));
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private MethodHandle timed(String name, MethodHandle real) {
        boolean isPartOfWait = name.equals("cuStreamQuery");
        if (real.type().returnType() != int.class || isPartOfWait) {
            return real;
        }
        try {
            names.add(name);
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            MethodHandle before = lookup.bind(this, "before", MethodType.methodType(void.class, int.class));
            MethodHandle after = lookup.bind(this, "after", MethodType.methodType(int.class, int.class));
            return MethodHandles.foldArguments(
                    MethodHandles.filterReturnValue(real, after),
                    MethodHandles.insertArguments(before, 0, names.size() - 1));
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
