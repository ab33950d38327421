package dev.sheaf.groupby.cpu.group;

import dev.sheaf.column.Column;
import dev.sheaf.groupby.cpu.chunk.Explanation;
import java.util.Arrays;
import java.util.List;

/// No keys: one group, even of no rows.
public final class SingleGroup implements Grouper {

    @Override
    public int groupCount() {
        return 1;
    }

    @Override
    public boolean hasRoom(long rows) {
        return true;
    }

    @Override
    public boolean hasGroupsAhead() {
        return true;
    }

    @Override
    public void assign(List<Column> keys, long from, int rows, int[] ids) {
        Arrays.fill(ids, 0, rows, 0);
    }

    @Override
    public void assign(List<Column> keys, long from, int rows, byte[] wanted, int[] ids) {
        for (int i = 0; i < rows; i++) {
            ids[i] = wanted[i] - 1;
        }
    }

    @Override
    public List<Column> keys() {
        return List.of();
    }

    @Override
    public Kind lookup() {
        return Kind.INDEX;
    }

    @Override
    public void clear() {}

    @Override
    public Explanation explain(List<String> names) {
        return new Explanation("one group", "there are no keys", List.of());
    }

    @Override
    public void close() {}
}
