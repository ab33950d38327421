package dev.sheaf.build;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Failures in lambdas, in switches and behind them, with the lines that their traces name. Frames of the
/// classes that lambdas have are left out: as compiled, the virtual machine hides them.
public final class TraceSamples implements Supplier<List<Object>> {
    private final List<Object> traces = new ArrayList<>();

    @Override
    public List<Object> get() {
        note(() -> {
            throw new IllegalStateException("in a lambda");
        });
        note(() -> lines("not a number"));
        note(this::fail);
        return traces;
    }

    private void note(Runnable failing) {
        try {
            failing.run();
            traces.add("no failure");
        } catch (RuntimeException failure) {
            traces.add(failure + " at "
                    + Arrays.stream(failure.getStackTrace())
                            .filter(frame -> frame.getClassName().startsWith("dev.sheaf.build")
                                    && !frame.getClassName().contains("$$Lambda")
                                    && !frame.getClassName().endsWith("Test"))
                            .map(frame -> frame.getMethodName() + ":" + frame.getLineNumber())
                            .toList());
        }
    }

    private static void lines(Object value) {
        List<Integer> numbers = new ArrayList<>();
        Consumer<Object> number = text -> numbers.add(Integer.parseInt(text.toString()));
        switch (value) {
            case Integer _ -> {}
            case String text -> number.accept(text);
            default -> throw new IllegalStateException("unexpected");
        }
    }

    private void fail() {
        traces.add(traces.size());
        throw new IllegalStateException("by reference");
    }
}
