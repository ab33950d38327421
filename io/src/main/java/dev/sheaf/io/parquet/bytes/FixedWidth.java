package dev.sheaf.io.parquet.bytes;

import java.nio.ByteBuffer;

/// Loops over values of one width. Each width has loops of its own, reached by one call: a query over columns of
/// several widths compiles each loop alone, and none of them into all that reads columns.
public abstract sealed class FixedWidth {
    private static final FixedWidth ONE = new One();
    private static final FixedWidth TWO = new Two();
    private static final FixedWidth FOUR = new Four();
    private static final FixedWidth EIGHT = new Eight();
    private static final FixedWidth SIXTEEN = new Sixteen();

    private final int bytes;

    private FixedWidth(int bytes) {
        this.bytes = bytes;
    }

    /// Values of 1, 2, 4, 8 or 16 bytes.
    public static FixedWidth of(int bytes) {
        return switch (bytes) {
            case 1 -> ONE;
            case 2 -> TWO;
            case 4 -> FOUR;
            case 8 -> EIGHT;
            case 16 -> SIXTEEN;
            default -> throw new AssertionError(bytes);
        };
    }

    /// Bytes a value.
    public final int bytes() {
        return bytes;
    }

    /// Writes the entry of each code from byte `at` of the target on.
    public abstract void gather(int[] codes, int count, ByteBuffer dictionary, ByteBuffer target, int at);

    /// Moves the values that end at byte `end` to the set bits of a word, whose first row lies at byte `at`.
    abstract void spread(ByteBuffer values, int word, int at, int rows, int end);

    private static final class One extends FixedWidth {
        One() {
            super(1);
        }

        @Override
        public void gather(int[] codes, int count, ByteBuffer dictionary, ByteBuffer target, int at) {
            for (int i = 0; i < count; i++) {
                target.put(at + i, dictionary.get(codes[i]));
            }
        }

        @Override
        void spread(ByteBuffer values, int word, int at, int rows, int end) {
            int from = end;
            for (int i = rows - 1; i >= 0; i--) {
                from -= word >>> i & 1;
                values.put(at + i, values.get(from));
            }
        }
    }

    private static final class Two extends FixedWidth {
        Two() {
            super(2);
        }

        @Override
        public void gather(int[] codes, int count, ByteBuffer dictionary, ByteBuffer target, int at) {
            for (int i = 0; i < count; i++) {
                target.putShort(at + (i << 1), dictionary.getShort(codes[i] << 1));
            }
        }

        @Override
        void spread(ByteBuffer values, int word, int at, int rows, int end) {
            int from = end;
            for (int i = rows - 1; i >= 0; i--) {
                from -= (word >>> i & 1) << 1;
                values.putShort(at + (i << 1), values.getShort(from));
            }
        }
    }

    private static final class Four extends FixedWidth {
        Four() {
            super(4);
        }

        @Override
        public void gather(int[] codes, int count, ByteBuffer dictionary, ByteBuffer target, int at) {
            for (int i = 0; i < count; i++) {
                target.putInt(at + (i << 2), dictionary.getInt(codes[i] << 2));
            }
        }

        @Override
        void spread(ByteBuffer values, int word, int at, int rows, int end) {
            int from = end;
            for (int i = rows - 1; i >= 0; i--) {
                from -= (word >>> i & 1) << 2;
                values.putInt(at + (i << 2), values.getInt(from));
            }
        }
    }

    private static final class Eight extends FixedWidth {
        Eight() {
            super(8);
        }

        @Override
        public void gather(int[] codes, int count, ByteBuffer dictionary, ByteBuffer target, int at) {
            for (int i = 0; i < count; i++) {
                target.putLong(at + (i << 3), dictionary.getLong(codes[i] << 3));
            }
        }

        @Override
        void spread(ByteBuffer values, int word, int at, int rows, int end) {
            int from = end;
            for (int i = rows - 1; i >= 0; i--) {
                from -= (word >>> i & 1) << 3;
                values.putLong(at + (i << 3), values.getLong(from));
            }
        }
    }

    private static final class Sixteen extends FixedWidth {
        Sixteen() {
            super(16);
        }

        @Override
        public void gather(int[] codes, int count, ByteBuffer dictionary, ByteBuffer target, int at) {
            for (int i = 0; i < count; i++) {
                int from = codes[i] << 4;
                target.putLong(at + (i << 4), dictionary.getLong(from));
                target.putLong(at + (i << 4) + 8, dictionary.getLong(from + 8));
            }
        }

        @Override
        void spread(ByteBuffer values, int word, int at, int rows, int end) {
            int from = end;
            for (int i = rows - 1; i >= 0; i--) {
                from -= (word >>> i & 1) << 4;
                values.putLong(at + (i << 4), values.getLong(from));
                values.putLong(at + (i << 4) + 8, values.getLong(from + 8));
            }
        }
    }
}
