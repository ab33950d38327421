package dev.sheaf.groupby.cpu.group;

import dev.sheaf.column.Column;
import dev.sheaf.groupby.cpu.chunk.Explanation;
import dev.sheaf.groupby.cpu.key.DirectKeys;
import dev.sheaf.groupby.cpu.key.KeyRange;
import dev.sheaf.groupby.cpu.key.TextCounts;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// No keys: one group, even of no rows.
public final class SingleGroup implements Grouper {

    @Override
    public int groupCount() {
        return 1;
    }

    @Override
    public void expect(List<Optional<KeyRange>> ranges) {}

    @Override
    public void reserve(int groups) {}

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
    public @Nullable DirectKeys placed(List<Column> keys, int mostBits) {
        return null;
    }

    @Override
    public void assignPlaces(DirectKeys placed, int[] places, int count, int[] ids) {
        throw new AssertionError(placed);
    }

    @Override
    public List<Column> keys() {
        return List.of();
    }

    @Override
    public boolean isIndexed() {
        return true;
    }

    @Override
    public boolean isHashed() {
        return false;
    }

    @Override
    public TextCounts texts() {
        return TextCounts.NONE;
    }

    @Override
    public void appends(boolean value) {}

    @Override
    public void clear() {}

    @Override
    public Explanation explain(List<String> names) {
        return new Explanation("one group", "there are no keys", List.of());
    }

    @Override
    public void close() {}
}
