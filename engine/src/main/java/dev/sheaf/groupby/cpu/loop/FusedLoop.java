package dev.sheaf.groupby.cpu.loop;

import dev.sheaf.groupby.cpu.chunk.StorageKind;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// One pass over a chunk that takes a step for each of several states of a row's group.
@FunctionalInterface
public interface FusedLoop {

    /// What happens to one state.
    enum Step {
        /// Adds 1.
        COUNT,
        /// Adds a long.
        ADD_LONG,
        /// Adds a double.
        ADD_DOUBLE,
        /// Takes the lesser long.
        MIN,
        /// Takes the greater long.
        MAX
    }

    /// Takes the steps for rows `0 .. rows - 1` of a chunk that starts at row `from` of the columns.
    ///
    /// `ids` has the group ids; `masks`, for each of the masks that the loop was made for, a bit for each row
    /// of the columns, which is 0 for rows that do not count; `lanes` what each step reads.
    void add(int[] ids, int from, int rows, MemorySegment states, long[][] masks, Lanes lanes);

    /// What the steps of a loop read, by the place of the step: one of three, as its `StorageKind` says.
    record Lanes(MemorySegment[] columns, long[][] longs, double[][] doubles) {
        public Lanes(int places) {
            this(new MemorySegment[places], new long[places][], new double[places][]);
        }
    }

    /// What a loop is made for: the steps of the places of a row, for each where it reads and the number of its
    /// mask or -1, and the logarithm of a row's size.
    record Shape(List<Step> steps, List<StorageKind> lanes, List<Integer> masks, int shift) {
        public Shape {
            steps = List.copyOf(steps);
            lanes = List.copyOf(lanes);
            masks = List.copyOf(masks);
        }

        int maskCount() {
            return masks.stream().mapToInt(Integer::intValue).max().orElse(-1) + 1;
        }
    }
}
