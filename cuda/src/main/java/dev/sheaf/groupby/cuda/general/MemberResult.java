package dev.sheaf.groupby.cuda.general;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.column.Column;
import dev.sheaf.column.DataType;
import dev.sheaf.column.FixedColumn;
import dev.sheaf.column.ListColumn;
import dev.sheaf.column.Offsets;
import dev.sheaf.column.Validity;
import dev.sheaf.expr.Aggregation.Interpolation;
import dev.sheaf.groupby.cuda.request.Operand;
import dev.sheaf.groupby.cuda.request.RowValues;
import dev.sheaf.memory.Buffer;
import dev.sheaf.memory.Closer;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.Objects;
import java.util.function.IntPredicate;

/// What is made of the sorted members of each group.
sealed interface MemberResult {

    /// Whether members without a value are members.
    boolean nullsToo();

    /// The results, a row a group.
    Column column(Sorted members);

    /// Brings members to the host.
    interface Members {
        /// The sort keys of the members at some places of the order.
        Buffer keysAt(HostResults results, Buffer order, Buffer positions, long count);

        /// The values of the members at some places of the order: 16 bytes each, and a byte for their validity.
        RowValues valuesAt(HostResults results, Buffer order, Buffer positions, long count);
    }

    /// The members in the order of their groups and keys.
    ///
    /// @param starts where those of each group begin, int64
    /// @param ends where they end
    /// @param order the numbers of the members on the device
    record Sorted(
            HostResults results,
            DataType type,
            int operand,
            MemorySegment starts,
            MemorySegment ends,
            Members state,
            Buffer order) {
        /// The place of a group's first member in the order.
        long start(int group) {
            return starts.getAtIndex(JAVA_LONG, group);
        }

        int size(int group) {
            return (int) (ends.getAtIndex(JAVA_LONG, group) - start(group));
        }

        Validity notEmpty() {
            return results.validity(results.groups(), group -> size(group) > 0);
        }
    }

    /// The value below which a share lies, as a double.
    record Quantile(double q, Interpolation interpolation) implements MemberResult {
        @Override
        public boolean nullsToo() {
            return false;
        }

        /// Fetches two values of each group: those next to the wanted position.
        @Override
        public Column column(Sorted members) {
            HostResults results = members.results();
            long count = 2L * results.groups();
            try (Buffer positions = results.pool().allocate(count * Long.BYTES, "quantiles")) {
                boolean isEmpty = true;
                for (int group = 0; group < results.groups(); group++) {
                    int size = members.size(group);
                    double position = q * Math.max(0, size - 1);
                    long start = members.start(group);
                    positions.segment().setAtIndex(JAVA_LONG, 2L * group, start + below(position));
                    positions.segment().setAtIndex(JAVA_LONG, 2L * group + 1, start + above(position));
                    isEmpty &= size == 0;
                }
                if (isEmpty) {
                    return column(members, results.pool().allocate(count * 4, "quantiles"));
                }
                try (Buffer keys = members.state().keysAt(results, members.order(), positions, count)) {
                    return values(members, keys.segment());
                }
            }
        }

        private Column values(Sorted members, MemorySegment keys) {
            int groups = members.results().groups();
            Buffer out = members.results().pool().allocate((long) groups * Double.BYTES, "quantiles");
            for (int group = 0; group < groups; group++) {
                double low = value(keys.getAtIndex(JAVA_LONG, 2L * group));
                double high = value(keys.getAtIndex(JAVA_LONG, 2L * group + 1));
                double position = q * Math.max(0, members.size(group) - 1);
                out.segment().setAtIndex(JAVA_DOUBLE, group, between(low, high, position - Math.floor(position)));
            }
            return column(members, out);
        }

        /// Makes a column of `values`, which it takes over. Values of empty groups are null.
        private static Column column(Sorted members, Buffer values) {
            try (values) {
                Validity validity = members.notEmpty();
                return new FixedColumn(DataType.FLOAT64, members.results().groups(), values.retain(), validity);
            }
        }

        private long below(double position) {
            return switch (interpolation) {
                case LOWER, MIDPOINT, LINEAR -> (long) Math.floor(position);
                case HIGHER -> (long) Math.ceil(position);
                case NEAREST -> (long) Math.rint(position);
            };
        }

        private long above(double position) {
            return switch (interpolation) {
                case LOWER -> (long) Math.floor(position);
                case HIGHER, MIDPOINT, LINEAR -> (long) Math.ceil(position);
                case NEAREST -> (long) Math.rint(position);
            };
        }

        private double between(double low, double high, double share) {
            return switch (interpolation) {
                case LOWER, HIGHER, NEAREST -> low;
                case MIDPOINT -> weighted(low, high, share == 0 ? 0 : 0.5);
                case LINEAR -> weighted(low, high, share);
            };
        }

        /// Between numbers so far apart that the gap is no number, too.
        private static double weighted(double low, double high, double share) {
            if (share == 0 || low == high) {
                return low;
            }
            double gap = high - low;
            return Double.isInfinite(gap) ? low * (1 - share) + high * share : low + gap * share;
        }

        /// Turns the order key of `convert.cu` back into the double.
        private static double value(long key) {
            long signed = key ^ Long.MIN_VALUE;
            return Double.longBitsToDouble(signed < 0 ? signed ^ Long.MAX_VALUE : signed);
        }
    }

    /// The first or last `k` values as a list, best first.
    record Top(int k, boolean greatest) implements MemberResult {
        @Override
        public boolean nullsToo() {
            return false;
        }

        @Override
        public Column column(Sorted members) {
            return Lists.column(members, k, greatest);
        }
    }

    /// All values as a list in the order of their ordinals.
    record Collected(boolean skipNulls) implements MemberResult {
        @Override
        public boolean nullsToo() {
            return !skipNulls;
        }

        @Override
        public Column column(Sorted members) {
            return Lists.column(members, Integer.MAX_VALUE, false);
        }
    }

    /// The value of one member, counted from the first ordinal from 0, or from the last one from -1.
    record Nth(int n, boolean skipNulls) implements MemberResult {
        @Override
        public boolean nullsToo() {
            return !skipNulls;
        }

        @Override
        public Column column(Sorted members) {
            HostResults results = members.results();
            int groups = results.groups();
            BitSet there = new BitSet(groups);
            try (Buffer positions = results.pool().allocate((long) groups * Long.BYTES, "members")) {
                for (int group = 0; group < groups; group++) {
                    int size = members.size(group);
                    int place = n < 0 ? size + n : n;
                    there.set(group, place >= 0 && place < size);
                    positions
                            .segment()
                            .setAtIndex(JAVA_LONG, group, there.get(group) ? members.start(group) + place : 0);
                }
                return Lists.values(members, positions, there.isEmpty() ? 0 : groups, groups, there::get);
            }
        }
    }

    /// Makes columns of lists.
    final class Lists {
        private Lists() {}

        /// Lists the first `most` members of each group, or the last ones in reverse order.
        static Column column(Sorted members, int most, boolean fromEnd) {
            HostResults results = members.results();
            int groups = results.groups();
            long count = 0;
            for (int group = 0; group < groups; group++) {
                count += Math.min(most, members.size(group));
            }
            try (Closer closer = new Closer();
                    Buffer positions = results.pool().allocate(count * Long.BYTES, "lists")) {
                Buffer offsets = results.pool().allocate((groups + 1L) * Long.BYTES, "lists");
                closer.add(offsets);
                place(members, most, fromEnd, positions.segment(), offsets.segment());
                Column elements = Lists.values(members, positions, count, count, _ -> true);
                closer.add(elements);
                Validity validity = members.notEmpty();
                closer.release();
                return new ListColumn(new Offsets(offsets, true, groups), elements, validity);
            }
        }

        private static void place(
                Sorted members, int most, boolean fromEnd, MemorySegment positions, MemorySegment offsets) {
            long at = 0;
            for (int group = 0; group < members.results().groups(); group++) {
                int size = members.size(group);
                long start = members.start(group);
                offsets.setAtIndex(JAVA_LONG, group, at);
                for (int i = 0; i < Math.min(most, size); i++) {
                    positions.setAtIndex(JAVA_LONG, at++, start + (fromEnd ? size - 1 - i : i));
                }
            }
            offsets.setAtIndex(JAVA_LONG, members.results().groups(), at);
        }

        /// The values at the first `count` positions as a column of `rows` rows, which is null from there on
        /// and where there is nothing.
        static Column values(Sorted members, Buffer positions, long count, long rows, IntPredicate isThere) {
            HostResults results = members.results();
            int width = Operand.cudaType(members.type()).byteWidth();
            try (RowValues values = members.state().valuesAt(results, members.order(), positions, count);
                    Buffer data =
                            results.pool().allocateZeroed(Math.max(rows * width, rows * Integer.BYTES), "lists")) {
                MemorySegment flags = Objects.requireNonNull(values.valid()).segment();
                Validity validity = results.validity(
                        rows, row -> row < count && isThere.test(row) && flags.get(JAVA_BYTE, row) != 0);
                narrow(values.data().segment(), data.segment(), width, count);
                return results.column(members.type(), members.operand(), rows, data.retain(), validity);
            }
        }

        /// Copies values of 16 bytes into values of `width` bytes.
        private static void narrow(MemorySegment wide, MemorySegment to, int width, long count) {
            for (long i = 0; i < count; i++) {
                switch (width) {
                    case 1 -> to.set(JAVA_BYTE, i, wide.get(JAVA_BYTE, 16 * i));
                    case 4 -> to.setAtIndex(JAVA_INT, i, wide.get(JAVA_INT, 16 * i));
                    case 8 -> to.setAtIndex(JAVA_LONG, i, wide.get(JAVA_LONG, 16 * i));
                    default -> MemorySegment.copy(wide, 16 * i, to, width * i, width);
                }
            }
        }
    }
}
