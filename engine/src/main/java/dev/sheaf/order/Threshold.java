package dev.sheaf.order;

import dev.sheaf.column.BoolColumn;
import dev.sheaf.column.Column;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.NullColumn;
import dev.sheaf.column.SortDirection;
import dev.sheaf.column.StructColumn;
import dev.sheaf.column.Validity;
import dev.sheaf.column.VarColumn;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds the rows that come before one row of another table. The first number of the first key sorts out most rows;
/// only those with the same number are compared key by key.
final class Threshold {
    private static final int BLOCK = 512;

    private final RowOrder order;
    private final Limb.@Nullable Read lead;
    private final Limb.@Nullable Read boundLead;
    private final Validity validity;
    private final SortDirection direction;
    private final boolean boundIsNull;
    private long bound;

    /// The rows of `columns` before the only row of `bound`.
    Threshold(List<Column> columns, List<Column> bound, List<SortDirection> directions) {
        this.order = RowOrder.between(columns, bound, directions);
        this.boundLead = lead(bound.getFirst());
        this.lead = boundLead == null ? null : lead(columns.getFirst());
        this.validity = columns.getFirst().validity();
        this.direction = directions.getFirst();
        this.boundIsNull = bound.getFirst().isNull(0);
    }

    /// What reads the first limb of a column as it means the same in any table; null if there is none.
    private static Limb.@Nullable Read lead(Column column) {
        return switch (column) {
            case BoolColumn bools -> LimbReads.bools(bools);
            case FixedColumn fixed -> {
                List<Limb.Read> limbs = LimbReads.fixed(fixed);
                yield limbs == null ? null : limbs.getFirst();
            }
            case VarColumn text -> LimbReads.firstBytes(text, Long.BYTES);
            case DictionaryColumn _, NullColumn _, ListColumn _, StructColumn _ -> null;
        };
    }

    /// Writes the numbers of the rows before the bound, of `count` rows, to `found`, which has room for all of
    /// them, and returns how many they are. Rows that are looked at are numbered behind those found.
    int select(int count, MemorySegment found) {
        long[] leads = new long[Math.min(BLOCK, Math.max(1, count))];
        if (boundLead != null && !boundIsNull) {
            found.set(ValueLayout.JAVA_INT, 0, 0);
            boundLead.read(found, 0, 1, leads);
            bound = leads[0];
        }
        int kept = 0;
        for (int start = 0; start < count; start += BLOCK) {
            int size = Math.min(BLOCK, count - start);
            if (lead != null) {
                for (int row = start; row < start + size; row++) {
                    found.set(ValueLayout.JAVA_INT, (long) row << 2, row);
                }
                lead.read(found, start, size, leads);
            }
            kept = select(start, size, leads, found, kept);
        }
        return kept;
    }

    private int select(int start, int size, long[] leads, MemorySegment found, int kept) {
        int next = kept;
        for (int i = 0; i < size; i++) {
            if (isBefore(start + i, leads[i])) {
                found.set(ValueLayout.JAVA_INT, (long) next++ << 2, start + i);
            }
        }
        return next;
    }

    private boolean isBefore(int row, long number) {
        if (lead == null) {
            return order.compare(row, 0) < 0;
        }
        boolean isNull = !validity.isValid(row);
        if (isNull != boundIsNull) {
            return isNull == direction.nullsFirst();
        }
        int byLead = isNull ? 0 : Long.compareUnsigned(number, bound);
        return byLead == 0 ? order.compare(row, 0) < 0 : byLead < 0 != direction.descending();
    }
}
