package dev.sheaf.groupby;

import dev.sheaf.column.Column;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.Table;
import dev.sheaf.column.Take;
import dev.sheaf.column.Tasks;
import dev.sheaf.groupby.rows.GroupKeys;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.order.Clusters;
import dev.sheaf.order.CountingSort;
import dev.sheaf.order.GroupPlaces;
import dev.sheaf.order.KeyCodes;
import dev.sheaf.order.Sorting;
import dev.sheaf.query.Phase;
import dev.sheaf.query.QueryContext;
import dev.sheaf.query.Workers;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// The rows of groups without a table of keys: by codes where keys have them, by hashes where there are very many
/// groups. All rows are in groups, and the key of a group is that of its first row.
final class RowGroups {
    private final Table keys;
    private final Order order;
    private final QueryContext context;
    private final MemoryPool pool;
    private final Tasks tasks;

    /// Of rows with these keys, which stay the caller's.
    RowGroups(Table keys, Order order, QueryContext context) {
        this.keys = keys;
        this.order = order;
        this.context = context;
        this.pool = context.pool();
        this.tasks = Workers.tasks(context);
    }

    /// Groups, to be closed by the caller.
    record Found(GroupKeys keys, CountingSort.Grouped rows) {}

    /// Whether all rows with such keys are in groups, and equal keys are written alike.
    static boolean areFor(List<Column> keys, NullKeys nullKeys) {
        return keys.stream()
                .allMatch(key -> (nullKeys == NullKeys.INCLUDE || key.validity().allValid())
                        && !key.type().equalsMayDiffer());
    }

    /// The groups, in the order that was asked for; empty if a table of keys finds them sooner.
    Optional<Found> find() {
        Table kept = keys.retain();
        try (var _ = context.phases().time(Phase.GROUP)) {
            Optional<KeyCodes> codes =
                    KeyCodes.of(kept.columns(), rowCount(), tasks).filter(this::fit);
            Optional<CountingSort.Grouped> rows = codes.isPresent() ? codes.map(this::coded) : clusters();
            if (rows.isEmpty()) {
                kept.close();
                return Optional.empty();
            }
            return Optional.of(new Found(GroupKeys.ofRows(kept, codes.orElse(null), pool), rows.get()));
        } catch (RuntimeException | Error failure) {
            kept.close();
            throw failure;
        }
    }

    private int rowCount() {
        return Math.toIntExact(keys.rowCount());
    }

    /// Sorted groups are those of rising codes.
    private boolean fit(KeyCodes codes) {
        return order != Order.SORTED || codes.rise();
    }

    private CountingSort.Grouped coded(KeyCodes codes) {
        return codes.groups(order == Order.FIRST_APPEARANCE, pool, tasks);
    }

    private Optional<CountingSort.Grouped> clusters() {
        int sample = context.settings().getPositive("groups.sample.rows", Clusters.SAMPLE_ROWS);
        return Clusters.pay(keys.columns(), rowCount(), sample)
                ? Clusters.of(keys.columns(), rowCount(), this::places, pool, tasks)
                : Optional.empty();
    }

    /// Any order will do if none was asked for: that of first rows takes least.
    private Buffer places(MemorySegment firsts, int groups) {
        if (order != Order.SORTED) {
            return GroupPlaces.byFirstRow(firsts, groups, rowCount(), pool, tasks);
        }
        try (Table firstKeys = Take.rows(keys, firsts, groups, pool, tasks);
                Buffer sorted = byKeys(firstKeys, pool, tasks)) {
            return inverse(sorted.segment(), groups, pool);
        }
    }

    /// The numbers of groups in the order of their keys, int32.
    static Buffer byKeys(Table keys, MemoryPool pool, Tasks tasks) {
        List<SortDirection> rising = Collections.nCopies(keys.columnCount(), SortDirection.ASCENDING);
        return Sorting.argsort(keys.columns(), rising, keys.rowCount(), pool, tasks);
    }

    /// Where each group is in an order.
    static Buffer inverse(MemorySegment order, int groups, MemoryPool pool) {
        Buffer places = pool.allocate((long) groups * Integer.BYTES, "places of groups");
        MemorySegment place = places.segment();
        for (int i = 0; i < groups; i++) {
            place.set(ValueLayout.JAVA_INT, (long) order.get(ValueLayout.JAVA_INT, (long) i << 2) << 2, i);
        }
        return places;
    }
}
