package dev.sheaf.order;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Numbers sorted rows. Peers are rows that are equal in the order.
public enum Ranks {
    /// 1, 2, 3, ... also among peers.
    ROW_NUMBER,
    /// The number of the first of a row's peers: 1, 1, 3.
    RANK,
    /// How many different rows there are so far: 1, 1, 2.
    DENSE_RANK;

    /// Numbers the rows at the indices `from` to `to` of `sorted`, int32, from 1 on. Writes each row's number, int64,
    /// to its place in `ranks`. Cost: one comparison a row but for row numbers.
    public void number(MemorySegment sorted, long from, long to, RowOrder order, MemorySegment ranks) {
        int before = -1;
        long rank = 0;
        for (long i = from; i < to; i++) {
            int row = sorted.get(ValueLayout.JAVA_INT, i << 2);
            boolean isPeer = this != ROW_NUMBER && before >= 0 && order.compare(before, row) == 0;
            if (!isPeer) {
                rank = this == DENSE_RANK ? rank + 1 : i - from + 1;
            }
            ranks.set(ValueLayout.JAVA_LONG, (long) row << 3, rank);
            before = row;
        }
    }
}
