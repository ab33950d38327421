package dev.sheaf.groupby.cuda.device;

import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.Kernels;
import dev.sheaf.cuda.kernel.Specialization;
import java.util.LinkedHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Kernels by what they are for, so that a query which was seen before needs no source text to find its own.
/// Thread-safe.
public final class KernelStore {
    private static final int MAX_KEPT = 256;

    private final Kernels kernels;
    private final LinkedHashMap<Object, Kernel> kept = new LinkedHashMap<>(16, 0.75f, true);

    public KernelStore(Kernels kernels) {
        this.kernels = kernels;
    }

    /// The kernel of a purpose, a value; `specialization` is asked the first time.
    public Kernel get(Object purpose, Supplier<Specialization> specialization) {
        Kernel known = known(purpose);
        if (known != null) {
            return known;
        }
        Kernel made = kernels.kernel(specialization.get());
        keep(purpose, made);
        return made;
    }

    private synchronized @Nullable Kernel known(Object purpose) {
        return kept.get(purpose);
    }

    private synchronized void keep(Object purpose, Kernel kernel) {
        kept.put(purpose, kernel);
        if (kept.size() > MAX_KEPT) {
            kept.pollFirstEntry();
        }
    }
}
