package dev.sheaf.groupby.cuda.device;

import dev.sheaf.column.Column;
import dev.sheaf.memory.Buffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Groups as a strategy has found them, with a number each, of which [dev.sheaf.groupby.cuda.result.ResultTable] makes
/// the result of a plan.
public interface FoundGroups {
    /// How many there are.
    long count();

    /// How a kernel reads a column of the result; nothing of texts, lists and what else only the host makes.
    Optional<GroupValue> value(int column);

    /// A column of the result on the host, to be closed by the caller.
    ///
    /// @param rows how many groups are wanted
    /// @param numbers their numbers on the device, int32; null for all
    /// @throws ArithmeticException if a result does not fit its type
    Column column(int column, long rows, @Nullable Buffer numbers);

    /// A column of the result from what a kernel has written of it as [#value] says; takes `written` over.
    default Column column(int column, Column written) {
        return written;
    }

    /// The ordinal of the first row of each group, to be closed by the caller; null unless the result is in the order
    /// of first appearance.
    default @Nullable Column firstRows(long rows, @Nullable Buffer numbers) {
        return null;
    }
}
