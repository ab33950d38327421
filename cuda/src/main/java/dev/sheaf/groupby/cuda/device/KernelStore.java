package dev.sheaf.groupby.cuda.device;

import dev.sheaf.cuda.kernel.Kernel;
import dev.sheaf.cuda.kernel.Kernels;
import dev.sheaf.cuda.kernel.Specialization;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Kernels by what they are for, so that a query which was seen before needs no source text to find its own.
/// Thread-safe.
public final class KernelStore {
    private static final int MAX_KEPT = 256;

    private final Kernels kernels;
    private final LinkedHashMap<Object, Kernel> kept;
    private final boolean waits;

    public KernelStore(Kernels kernels) {
        this(kernels, new LinkedHashMap<>(16, 0.75f, true), true);
    }

    private KernelStore(Kernels kernels, LinkedHashMap<Object, Kernel> kept, boolean waits) {
        this.kernels = kernels;
        this.kept = kept;
        this.waits = waits;
    }

    /// A kernel has to be compiled first, which has begun if there is a compiler.
    public static final class NotReady extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private NotReady() {
            super("its kernels have to be compiled first", null, false, false);
        }
    }

    /// The same kernels for a query that can do without those that have to be compiled.
    public KernelStore ready() {
        return new KernelStore(kernels, kept, false);
    }

    /// Whether a query can do without kernels that have to be compiled.
    public boolean areShipped() {
        return kernels.areShipped();
    }

    /// The kernel of a purpose, a value; `specialization` is asked the first time.
    ///
    /// @throws NotReady if it has to be compiled, and this is for a query that does not wait
    public Kernel get(Object purpose, Supplier<Specialization> specialization) {
        Kernel known = known(purpose);
        if (known != null) {
            return known;
        }
        Kernel made = waits
                ? kernels.kernel(specialization.get())
                : kernels.ready(specialization.get()).orElseThrow(NotReady::new);
        keep(purpose, made);
        return made;
    }

    /// Asks for kernels that a query takes one after the other, so that those which have to be compiled are compiled
    /// side by side.
    ///
    /// @throws NotReady as [#get]
    @SafeVarargs
    public static List<Kernel> prepare(Supplier<Kernel>... kernels) {
        List<Kernel> ready = new ArrayList<>(kernels.length);
        for (Supplier<Kernel> kernel : kernels) {
            try {
                ready.add(kernel.get());
            } catch (NotReady _) {
                continue; // the others begin to be compiled, too
            }
        }
        if (ready.size() < kernels.length) {
            throw new NotReady();
        }
        return ready;
    }

    private @Nullable Kernel known(Object purpose) {
        synchronized (kept) {
            return kept.get(purpose);
        }
    }

    private void keep(Object purpose, Kernel kernel) {
        synchronized (kept) {
            kept.put(purpose, kernel);
            if (kept.size() > MAX_KEPT) {
                kept.pollFirstEntry();
            }
        }
    }
}
