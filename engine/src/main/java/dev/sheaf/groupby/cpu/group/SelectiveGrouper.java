package dev.sheaf.groupby.cpu.group;

import dev.sheaf.column.Column;
import java.util.List;

/// A grouper that can leave rows out.
public sealed interface SelectiveGrouper extends Grouper permits SingleGroup, TextGrouper, WordGrouper {
    /// As [#assign(List, long, int, int[])] for the rows marked 1 in `wanted`, by their place in the chunk; rows marked
    /// 0 get -1 and make no group.
    void assign(List<Column> keys, long from, int rows, byte[] wanted, int[] ids);
}
