package dev.sheaf.resident;

import dev.sheaf.column.Schema;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/// The memory of a device as a place for tables. Found by [ServiceLoader]; thread-safe.
public interface ResidentMemory {
    /// What it is, for people: `GPU 0`.
    String describe();

    /// Why it cannot be used here, if it cannot.
    Optional<String> unavailable();

    /// Copies all rows of a dataset to the device, in their order. The caller closes the table.
    ///
    /// @throws IllegalArgumentException if the device holds no columns of a type
    /// @throws dev.sheaf.memory.MemoryLimitException if the pool's limit on device memory would be passed
    ResidentTable load(Dataset rows, QueryContext context);

    /// Why an operator over rows of a schema does not run there, if it does not.
    Optional<String> refusal(ResidentOperator operator, Schema input);

    /// The first memory that can be used.
    ///
    /// @throws IllegalStateException if there is none; the message says why
    static ResidentMemory get() {
        List<String> reasons = new ArrayList<>();
        for (ResidentMemory memory : ServiceLoader.load(ResidentMemory.class, ResidentMemory.class.getClassLoader())) {
            Optional<String> reason = memory.unavailable();
            if (reason.isEmpty()) {
                return memory;
            }
            reasons.add(memory.describe() + ": " + reason.get());
        }
        throw new IllegalStateException(
                reasons.isEmpty()
                        ? "no device for rows: dev.sheaf:sheaf-cuda is not on the class path or module path"
                        : "no device for rows; " + String.join("; ", reasons));
    }
}
