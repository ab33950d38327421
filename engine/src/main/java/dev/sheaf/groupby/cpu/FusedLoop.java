package dev.sheaf.groupby.cpu;

import dev.sheaf.column.DataType;
import java.lang.foreign.MemorySegment;

/// One pass over a chunk that takes a step for each of several states of a row's group.
@FunctionalInterface
interface FusedLoop {

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

    /// Where a step reads its value: in the column itself, or in an array of longs or doubles that holds the chunk.
    enum Lane {
        NONE,
        INT8,
        UINT8,
        INT16,
        UINT16,
        INT32,
        UINT32,
        INT64,
        FLOAT32,
        FLOAT64,
        LONGS,
        DOUBLES;

        /// The lane of the whole numbers that columns of a type hold, or [#LONGS] if they do not hold such.
        static Lane ofWhole(DataType type) {
            boolean unsigned = type instanceof DataType.IntType integer && !integer.signed();
            return switch (type.layout()) {
                case INT8 -> unsigned ? UINT8 : INT8;
                case INT16 -> unsigned ? UINT16 : INT16;
                case INT32 -> unsigned ? UINT32 : INT32;
                case INT64 -> INT64;
                default -> LONGS;
            };
        }
    }

    /// Takes the steps for rows `0 .. rows - 1` of a chunk that starts at row `from` of the columns.
    ///
    /// `ids` has the group ids; `masks`, for each of the masks that the loop was made for, a bit for each row
    /// of the columns, which is 0 for rows that do not count; `lanes` what each step reads.
    void add(int[] ids, int from, int rows, MemorySegment states, long[][] masks, Lanes lanes);

    /// What the steps of a loop read, by the place of the step: one of three, as its [Lane] says.
    record Lanes(MemorySegment[] columns, long[][] longs, double[][] doubles) {
        Lanes(int places) {
            this(new MemorySegment[places], new long[places][], new double[places][]);
        }
    }
}
