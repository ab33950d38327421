package dev.sheaf.groupby.cpu.reduce;

import dev.sheaf.column.Column;
import dev.sheaf.column.ListColumn;
import dev.sheaf.groupby.cpu.chunk.ArgumentVector;
import dev.sheaf.groupby.cpu.chunk.ReductionInput;
import dev.sheaf.memory.MemoryPool;
import java.util.ArrayList;
import java.util.List;

/// Walks the elements of list columns that lie alike (one list a group, as [DistinctReduction] exports them), a
/// chunk of elements at a time, each with the id of the group it belongs to.
public final class Elements implements AutoCloseable {
    private final ReductionInput groups;
    private final List<ListColumn> lists = new ArrayList<>();
    private final List<ArgumentVector> lanes = new ArrayList<>();
    private final int[] ids;
    private final long[] firstElements;
    private int group;
    private long position;
    private int rows;

    public Elements(ReductionInput groups, int chunkRows, MemoryPool pool) {
        this.groups = groups;
        this.ids = new int[chunkRows];
        this.firstElements = new long[groups.argumentCount()];
        for (int i = 0; i < groups.argumentCount(); i++) {
            ListColumn list = (ListColumn) groups.argument(i).column();
            lists.add(list);
            firstElements[i] = list.offsets().start(groups.argument(i).from());
        }
        checkAlike();
        for (ListColumn list : lists) {
            ArgumentVector lane = new ArgumentVector(chunkRows, pool);
            lane.begin(list.elements());
            lanes.add(lane);
        }
        this.position = firstElements[0];
    }

    /// Lists that came from elsewhere may disagree, and then elements would be read that are not there.
    private void checkAlike() {
        for (int i = 1; i < lists.size(); i++) {
            for (int row = 1; row <= groups.rows(); row++) {
                long end = lists.get(i).offsets().start(groups.argument(i).from() + row);
                if (end - firstElements[i] != start(row) - firstElements[0]) {
                    throw new IllegalArgumentException("the lists of a state differ in length in group " + (row - 1)
                            + " of a chunk; the state is damaged, make it anew from its rows");
                }
            }
        }
    }

    private long start(int row) {
        return lists.getFirst().offsets().start(groups.argument(0).from() + row);
    }

    /// Goes to the next chunk, which lies in one piece; false if there are no more elements.
    public boolean next() {
        long first = position - firstElements[0];
        rows = 0;
        while (group < groups.rows() && rows < ids.length) {
            long end = start(group + 1);
            if (position == end) {
                group++;
                continue;
            }
            ids[rows++] = groups.ids()[group];
            position++;
        }
        for (int i = 0; i < lanes.size(); i++) {
            lanes.get(i).chunk(firstElements[i] + first, rows);
        }
        return rows > 0;
    }

    /// The group id of each element of the chunk.
    public int[] ids() {
        return ids;
    }

    public int rows() {
        return rows;
    }

    /// The chunk's elements of a list column, to be closed by the caller.
    Column slice(int column) {
        return lists.get(column).elements().slice(lanes.get(column).from(), rows);
    }

    long[] longs(int column) {
        return lanes.get(column).longs();
    }

    public ArgumentVector lane(int column) {
        return lanes.get(column);
    }

    @Override
    public void close() {
        lanes.forEach(ArgumentVector::close);
    }
}
