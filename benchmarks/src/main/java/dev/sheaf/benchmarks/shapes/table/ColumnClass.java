package dev.sheaf.benchmarks.shapes.table;

/// The classes of columns. Keys are drawn by class, each as likely as the others.
public enum ColumnClass {
    /// Whole numbers from 1 on, in 32 or 64 bits.
    DENSE(Kind.INTEGER, Integer.MAX_VALUE, 2),
    /// Whole numbers anywhere in 56 bits.
    SCATTERED(Kind.INTEGER, Integer.MAX_VALUE, 1),
    /// Whole numbers in 8 or 16 bits.
    NARROW(Kind.INTEGER, 30_000, 2),
    /// True and false.
    BOOL(Kind.BOOL, 2, 1),
    /// Decimals of 9, 18 or 24 digits.
    DECIMAL(Kind.DECIMAL, 50_000_000, 3),
    /// Days from 1990 on.
    DATE(Kind.DATE, 20_000, 1),
    /// Whole seconds, minutes or hours from 2000 on.
    TIMESTAMP(Kind.TIMESTAMP, Integer.MAX_VALUE, 3),
    /// Floating numbers of 32 or 64 bits, half of the columns with a few NaN and -0.0.
    FLOAT(Kind.FLOAT, 10_000_000, 2),
    /// A prefix and digits, all of one length.
    CODE(Kind.TEXT, Integer.MAX_VALUE, 1),
    /// Names of people, with letters beyond ASCII.
    NAME(Kind.TEXT, Integer.MAX_VALUE, 1),
    /// 32 hexadecimal digits.
    HEX(Kind.TEXT, Integer.MAX_VALUE, 1),
    /// Addresses of pages; many begin alike.
    URL(Kind.TEXT, Integer.MAX_VALUE, 1),
    /// Pairs of words; a dictionary in memory, for both engines.
    DICTIONARY(Kind.TEXT, 4_096, 1);

    private static final long BYTE_VALUES = 100;

    private final Kind kind;
    private final long most;
    private final int widths;

    ColumnClass(Kind kind, long most, int widths) {
        this.kind = kind;
        this.most = most;
        this.widths = widths;
    }

    /// What its values are.
    public Kind kind() {
        return kind;
    }

    /// How many distinct values there can be in a column of this width.
    long most(int width) {
        return this == NARROW && width == 0 ? BYTE_VALUES : most;
    }

    /// How many types of different width it comes in; see [WideColumn#width()].
    public int widths() {
        return widths;
    }

    /// Whether a greater number stands for a greater value.
    boolean isMonotonic() {
        return switch (this) {
            case DENSE, NARROW, BOOL, DECIMAL, DATE, TIMESTAMP, FLOAT, CODE -> true;
            case SCATTERED, NAME, HEX, URL, DICTIONARY -> false;
        };
    }
}
