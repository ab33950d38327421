package dev.sheaf.groupby.cpu.group;

import dev.sheaf.groupby.cpu.key.KeyRange;
import java.util.List;
import java.util.Optional;

/// A grouper that saves work if it knows the ranges of keys beforehand.
public interface RangedGrouper {
    /// Tells the ranges that the keys are said to have, before the first row. Values outside are taken as well.
    void expect(List<Optional<KeyRange>> ranges);

    /// Tells them to a grouper that makes use of them.
    static void tell(Grouper grouper, List<Optional<KeyRange>> ranges) {
        if (grouper instanceof RangedGrouper ranged) {
            ranged.expect(ranges);
        }
    }
}
