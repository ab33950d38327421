package dev.sheaf.groupby.cpu.group;

import dev.sheaf.column.Column;
import dev.sheaf.groupby.cpu.key.DirectKeys;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A grouper whose keys, once it knows them, can be turned into places of states without ids.
public interface DirectKeySource {
    /// How to get from the keys to places, as far as keys are known now, of at most `mostBits` bits if keys are places;
    /// null if there is no such way, or too many keys have been new lately.
    @Nullable
    DirectKeys placed(List<Column> keys, int mostBits);

    /// Writes the group ids of places, which rise; places without a group get one.
    void assignPlaces(DirectKeys placed, int[] places, int count, int[] ids);

    /// Whether a place means the same key in `other`, which groups by the same keys, if both have found the same
    /// [DirectKeys].
    boolean hasPlacesOf(Grouper other);
}
