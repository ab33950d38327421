package dev.sheaf.groupby.cpu.finish;

import dev.sheaf.column.Column;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Take;
import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// From lists, one a group, to one element of each: the most frequent one, or the one at a place.
public final class ListChoices {
    private ListChoices() {}

    /// Chooses the element of the list of a group, or -1.
    private interface Choice {
        long element(ListColumn list, int group);
    }

    /// MODE from the states of a `DistinctReduction` that counts: of the values with the highest count the one
    /// with the lowest ordinal.
    public static Column mode(List<Column> states, Finalizer.Groups groups) {
        MemorySegment ordinals = elements((ListColumn) states.getFirst());
        ListColumn values = (ListColumn) states.get(1);
        MemorySegment counts = elements((ListColumn) states.get(2));
        return pick(values, groups, (list, group) -> {
            long best = list.offsets().start(group);
            for (long i = best + 1; i < list.offsets().start(group + 1L); i++) {
                long more = word(counts, i) - word(counts, best);
                if (more > 0 || (more == 0 && word(ordinals, i) < word(ordinals, best))) {
                    best = i;
                }
            }
            return best;
        });
    }

    /// The element at `place` of each group's list, null where the list is shorter.
    public static Finalizer nth(int place) {
        return (states, groups) -> pick(
                (ListColumn) states.getFirst(),
                groups,
                (list, group) ->
                        place < list.offsets().size(group) ? list.offsets().start(group) + place : -1);
    }

    private static Column pick(ListColumn lists, Finalizer.Groups groups, Choice choice) {
        try (Buffer rows = groups.pool().allocate((long) groups.count() * Integer.BYTES, "chosen values")) {
            for (int group = 0; group < groups.count(); group++) {
                boolean isEmpty = lists.isNull(group) || lists.offsets().size(group) == 0;
                long element = isEmpty ? -1 : choice.element(lists, group);
                rows.segment().setAtIndex(ValueLayout.JAVA_INT, group, Math.toIntExact(element));
            }
            return Take.rows(lists.elements(), rows.segment(), groups.count(), groups.pool());
        }
    }

    private static MemorySegment elements(ListColumn list) {
        return ((FixedColumn) list.elements()).segment();
    }

    private static long word(MemorySegment words, long index) {
        return words.getAtIndex(ValueLayout.JAVA_LONG, index);
    }
}
