package dev.sheaf.groupby.cpu.direct;

import dev.sheaf.groupby.cpu.chunk.StorageKind;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// One pass over rows from their keys to states that lie at the slot of the key itself ([DirectStates]).
@FunctionalInterface
interface DirectLoop {
    /// How many numbers of [Inputs#numbers()] belong to a key.
    int NUMBERS_A_KEY = 8;

    /// Takes rows `from .. to - 1`, or those before the first one whose key the loop does not know or whose
    /// values are larger than expected. Returns the first row that was not taken.
    int add(int from, int to, long[] words, double[] doubles, Inputs inputs);

    /// What happens to a field of a state.
    enum Op {
        /// Adds 1.
        COUNT,
        /// Adds a whole number.
        ADD,
        /// Adds the square of a whole number.
        ADD_SQUARE,
        /// Adds the product of two whole numbers.
        ADD_PRODUCT,
        /// Adds a float.
        ADD_DOUBLE,
        /// Takes the lesser whole number.
        MIN,
        /// Takes the greater one.
        MAX,
        /// Takes the lesser of small whole numbers, kept as how far it is from the largest.
        LOW,
        /// Takes the greater of small whole numbers.
        HIGH;

        /// Whether it is an extreme of numbers whose bits are known.
        boolean isPackedExtreme() {
            return this == LOW || this == HIGH;
        }
    }

    /// A key: whole numbers stored as `lane` says, or text if that is [StorageKind#NONE], and the number of its mask
    /// or -1. A row that the mask leaves out has code 0. The bits in which texts differ have codes or, if a text is
    /// `bare`, are the slot themselves; then a row that is left out is at the last slot.
    ///
    /// If `even` is not 0 that is the size of every text, and nobody looks at offsets. Of [StorageKind#LONGS], the
    /// key is an array of group ids, in which -1 is none, and the slot is the id and one.
    record Key(StorageKind lane, int mask, boolean bare, int even) {}

    /// What fields are made of: values of a lane, 0 where the mask leaves a row out. They must not be negative
    /// or have more than `bits` bits, unless that is 0 (anything) or 64 (not so large that sums might overflow).
    record Value(StorageKind lane, int mask, int bits) {}

    /// A field: the values that it takes, or for a count `first` the number of a mask or -1; the word or double
    /// of the slot in which it lies, and from which bit on.
    record Field(Op op, int first, int second, int word, int shift) {}

    /// What a loop is made for; shifts are those of [StateLayout].
    /// `many` says that there are many slots ([StateLayout#isMany]): a row whose slot is full stops the loop.
    record Shape(
            List<Key> keys,
            List<Value> values,
            List<Field> fields,
            int masks,
            int wordShift,
            int doubleShift,
            boolean many) {
        public Shape {
            keys = List.copyOf(keys);
            values = List.copyOf(values);
            fields = List.copyOf(fields);
        }

        /// Whether a code may be [DirectKeys#UNKNOWN].
        boolean hasCodes() {
            return keys.stream().anyMatch(key -> key.lane() == StorageKind.NONE && !key.bare());
        }
    }

    /// What a loop reads: by key, the column's numbers or bytes, for text its offsets and its codes, and
    /// [#NUMBERS_A_KEY] numbers each; by value the column; the masks of the rows to be taken; how many slots there
    /// are; `full` has room for the slot of a row that stopped the loop because
    /// its slot is full, which is -1 before.
    record Inputs(
            MemorySegment[] keys,
            MemorySegment[] offsets,
            int[][] codes,
            long[] numbers,
            MemorySegment[] values,
            MaskBits masks,
            int slots,
            int[] full) {}
}
