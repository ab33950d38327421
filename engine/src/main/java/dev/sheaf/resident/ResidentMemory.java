package dev.sheaf.resident;

import dev.sheaf.column.Schema;
import dev.sheaf.query.Dataset;
import dev.sheaf.query.QueryContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
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

    /// A table over arrays that somebody else owns, without a copy: columns by name, in the order of the map. Waits
    /// for the streams that the arrays name. The table never writes the arrays nor moves them, and whatever would
    /// share their bytes copies them, since the owner may write them.
    ///
    /// Arrays have one dimension and the same length, begin at a multiple of 64 bytes and lie without gaps; a mask
    /// is a bitmap. None is copied, so others are refused.
    ///
    /// @param release called once, when the table is closed and nothing works on it any more; not called if this
    ///     fails. What it reaches, and so the owner, is kept reachable until then
    /// @throws IllegalArgumentException if an array is of another shape or type, or not on this device; the message
    ///     says what to do
    ResidentTable borrow(SequencedMap<String, CudaArray> columns, Runnable release);

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
