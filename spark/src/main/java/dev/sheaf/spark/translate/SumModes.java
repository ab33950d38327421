package dev.sheaf.spark.translate;

import dev.sheaf.groupby.Overflow;
import java.util.HashSet;
import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.EvalMode;

/// What sums of whole numbers do beyond 64 bits, as the query says it: one answer for all sums of an aggregation.
final class SumModes {
    private final Set<Overflow> asked = new HashSet<>();

    void add(scala.Enumeration.Value mode) {
        if (mode.equals(EvalMode.TRY())) {
            throw new UntranslatableException("function try_sum");
        }
        asked.add(Numbers.isAnsi(mode) ? Overflow.ERROR : Overflow.WRAP);
        if (asked.size() > 1) {
            throw new UntranslatableException("sums with and without ANSI rules");
        }
    }

    Overflow overflow() {
        return asked.stream().findFirst().orElse(Overflow.WRAP);
    }
}
