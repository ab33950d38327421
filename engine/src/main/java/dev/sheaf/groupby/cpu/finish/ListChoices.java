package dev.sheaf.groupby.cpu.finish;

import dev.sheaf.column.Column;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Take;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Ints;
import dev.sheaf.memory.Longs;
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
        Longs ordinals = elements((ListColumn) states.getFirst());
        ListColumn values = (ListColumn) states.get(1);
        Longs counts = elements((ListColumn) states.get(2));
        return pick(values, groups, (list, group) -> {
            long best = list.offsets().start(group);
            for (long i = best + 1; i < list.offsets().start(group + 1L); i++) {
                long more = counts.get(i) - counts.get(best);
                if (more > 0 || (more == 0 && ordinals.get(i) < ordinals.get(best))) {
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
            choose(lists, groups.count(), choice, Ints.of(rows.segment()));
            return Take.rows(lists.elements(), rows.segment(), groups.count(), groups.pool());
        }
    }

    private static void choose(ListColumn lists, int groups, Choice choice, Ints rows) {
        for (int group = 0; group < groups; group++) {
            boolean isEmpty = lists.isNull(group) || lists.offsets().size(group) == 0;
            rows.put(group, isEmpty ? -1 : Math.toIntExact(choice.element(lists, group)));
        }
    }

    private static Longs elements(ListColumn list) {
        return Longs.of(((FixedColumn) list.elements()).segment());
    }
}
