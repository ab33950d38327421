package dev.sheaf.plan.physical.join;

import dev.sheaf.column.Column;
import dev.sheaf.order.RowHash;
import dev.sheaf.plan.JoinKey;
import dev.sheaf.plan.physical.rows.ExtraColumns;
import java.util.BitSet;
import java.util.List;

/// The hashes of the keys of some rows, and which rows have a null key that equals nothing.
record KeyHashes(long[] hashes, BitSet nulls) {

    /// Of `count` rows from `first` on; one column for each key.
    static KeyHashes of(List<Column> columns, List<JoinKey> keys, long first, int count) {
        KeyHashes made = new KeyHashes(new long[count], new BitSet());
        for (int key = 0; key < keys.size(); key++) {
            Column column = columns.get(key);
            RowHash.add(column, first, made.hashes, count);
            if (!keys.get(key).nullSafe() && !column.validity().allValid()) {
                for (int i = 0; i < count; i++) {
                    if (column.isNull(first + i)) {
                        made.nulls.set(i);
                    }
                }
            }
        }
        return made;
    }

    /// Whether rows that share a hash have equal keys, those of which are null in a way that equals nothing left out.
    static boolean areExact(List<JoinKey> keys, ExtraColumns columns) {
        return keys.isEmpty()
                || (keys.size() == 1
                        && !keys.getFirst().nullSafe()
                        && RowHash.isExact(
                                columns.schema().field(columns.name(0)).type()));
    }

    int count() {
        return hashes.length;
    }

    long hash(int row) {
        return hashes[row];
    }

    boolean anyMatchesNothing() {
        return !nulls.isEmpty();
    }

    boolean matchesNothing(int row) {
        return nulls.get(row);
    }
}
