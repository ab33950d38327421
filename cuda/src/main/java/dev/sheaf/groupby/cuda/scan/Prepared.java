package dev.sheaf.groupby.cuda.scan;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What steps of a query have made of something without a look at rows: requests by numbers, shapes, plans, kernels.
/// The next run of the same plan finds it by what it was made of, which takes a fraction of making it as long as the
/// JVM has not compiled the steps. The root belongs to a plan, and is dropped with it; the rest hangs on what was made.
///
/// Objects are the same if they are identical: those that a step takes were kept by the step before it. Numbers, truth
/// values and arrays of numbers are compared. So a step that takes all that its result depends on finds what it would
/// make. Thread-safe.
public final class Prepared {
    /// Keeps nothing: of rows that no plan has asked for.
    public static final Prepared NONE = new Prepared(0);

    /// What a plan of several scans makes, with room for a few others, as findings of another sample would be. If these
    /// are more, everything is made again.
    private static final int MOST = 32;

    private record Made(Class<?> step, Object[] of, Object result) {}

    private final int most;
    private volatile Made[] all = {};

    public Prepared() {
        this(MOST);
    }

    private Prepared(int most) {
        this.most = most;
    }

    /// Whether anything is kept.
    public boolean isKept() {
        return most > 0;
    }

    /// The result of a step: that of an earlier run, or what `make` gives.
    ///
    /// @param step the type of the result, which no other step makes of the same thing
    /// @param of all that the result depends on, but for what this belongs to
    public <T> T of(Class<T> step, Supplier<T> make, Object... of) {
        for (Made each : all) {
            if (each.step == step && areSame(each.of, of)) {
                return step.cast(each.result);
            }
        }
        T result = make.get();
        keep(new Made(step, of, result));
        return result;
    }

    private synchronized void keep(Made next) {
        if (most > 0) {
            Made[] before = all;
            Made[] more = before.length < most ? Arrays.copyOf(before, before.length + 1) : new Made[1];
            more[more.length - 1] = next;
            all = more;
        }
    }

    /// What steps have made of something that follows from this and of nothing else; keeps nothing if this does not.
    ///
    /// @param of what tells it from others that follow
    Prepared next(Object... of) {
        return isKept() ? of(Prepared.class, Prepared::new, of) : NONE;
    }

    @SuppressWarnings("ReferenceEquality") // what is no number is the same only if it is one object
    private static boolean areSame(Object[] some, Object[] others) {
        if (some.length != others.length) {
            return false;
        }
        for (int i = 0; i < some.length; i++) {
            if (some[i] != others[i] && !areEqual(some[i], others[i])) {
                return false;
            }
        }
        return true;
    }

    private static boolean areEqual(Object one, @Nullable Object other) {
        return one instanceof long[] numbers
                ? other instanceof long[] others && Arrays.equals(numbers, others)
                : (one instanceof Number || one instanceof Boolean || one instanceof String) && one.equals(other);
    }
}
