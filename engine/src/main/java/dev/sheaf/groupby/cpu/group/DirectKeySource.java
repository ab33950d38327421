package dev.sheaf.groupby.cpu.group;

import dev.sheaf.column.Column;
import dev.sheaf.groupby.cpu.key.DirectKeys;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A grouper whose keys, once it knows them, can be turned into slots of states without ids.
public interface DirectKeySource {
    /// How to get from the keys to slots, as far as keys are known now, of at most `mostBits` bits if keys are slots;
    /// null if there is no such way, or too many keys have been new lately.
    @Nullable
    DirectKeys directKeys(List<Column> keys, int mostBits);

    /// Writes the group ids of slots, which rise; slots without a group get one.
    void assignSlots(DirectKeys known, int[] slots, int count, int[] ids);

    /// Whether a slot means the same key in `other`, which groups by the same keys, if both have found the same
    /// [DirectKeys].
    boolean hasSlotsOf(Grouper other);
}
