package dev.sheaf.cuda.kernel;

import dev.sheaf.cuda.driver.CudaFunction;
import dev.sheaf.cuda.driver.CudaModule;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// A compiled specialisation, loaded on a device; shared by all queries that need it. Thread-safe.
public final class Kernel {
    private final CudaModule module;
    private final String entry;
    private final Map<String, CudaFunction> functions = new ConcurrentHashMap<>();

    Kernel(CudaModule module, String entry) {
        this.module = module;
        this.entry = entry;
    }

    /// The function that has the name of the file.
    public CudaFunction function() {
        return function(entry);
    }

    /// A function of the file.
    public CudaFunction function(String name) {
        return functions.computeIfAbsent(name, module::function);
    }
}
