package dev.sheaf.groupby.cuda.general;

import dev.sheaf.memory.Buffer;

/// The members in order of groups and keys, and where those of each group start and end.
record SortedGroupValues(GroupRowsSort sort, Buffer starts, Buffer ends) implements AutoCloseable {
    @Override
    public void close() {
        sort.close();
        starts.close();
        ends.close();
    }
}
