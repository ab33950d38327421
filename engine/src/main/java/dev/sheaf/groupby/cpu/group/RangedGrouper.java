package dev.sheaf.groupby.cpu.group;

import dev.sheaf.groupby.cpu.key.KeyRange;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// A grouper that saves work if it knows keys beforehand: their ranges, and whether their texts are many.
public interface RangedGrouper {
    /// Tells the ranges that the keys are said to have, before the first row. Values outside are taken as well.
    void expect(List<Optional<KeyRange>> ranges);

    /// The numbers of the keys whose texts are so many that hashes find them sooner, unless they are dictionaries.
    BitSet keysOfManyTexts();

    /// Finds the texts of these keys by hashes from the first row on.
    void hash(BitSet keys);

    /// The same of any grouper.
    static BitSet keysOfManyTexts(Grouper grouper) {
        return grouper instanceof RangedGrouper ranged ? ranged.keysOfManyTexts() : new BitSet();
    }

    /// Tells ranges to a grouper that makes use of them.
    static void tell(Grouper grouper, List<Optional<KeyRange>> ranges) {
        if (grouper instanceof RangedGrouper ranged) {
            ranged.expect(ranges);
        }
    }
}
