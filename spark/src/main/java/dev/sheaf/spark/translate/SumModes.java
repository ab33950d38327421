package dev.sheaf.spark.translate;

import dev.sheaf.groupby.Overflow;
import java.util.HashSet;
import java.util.Set;

/// What sums of whole numbers do beyond 64 bits, as the query says it: one answer for all sums of an aggregation.
final class SumModes {
    private final Set<Overflow> asked = new HashSet<>();

    void add(scala.Enumeration.Value mode) {
        asked.add(Numbers.isAnsi(mode) ? Overflow.ERROR : Overflow.WRAP);
        if (asked.size() > 1) {
            throw new UntranslatableException("sums with and without ANSI rules");
        }
    }

    Overflow overflow() {
        return asked.stream().findFirst().orElse(Overflow.WRAP);
    }
}
