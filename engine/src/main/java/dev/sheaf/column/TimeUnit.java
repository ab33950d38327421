package dev.sheaf.column;

/// The unit that a time, timestamp or duration counts in.
public enum TimeUnit {
    SECOND(1, "s"),
    MILLI(1_000, "ms"),
    MICRO(1_000_000, "us"),
    NANO(1_000_000_000, "ns");

    private final long perSecond;
    private final String symbol;

    TimeUnit(long perSecond, String symbol) {
        this.perSecond = perSecond;
        this.symbol = symbol;
    }

    /// How many of this unit make a second.
    public long perSecond() {
        return perSecond;
    }

    /// `s`, `ms`, `us` or `ns`.
    public String symbol() {
        return symbol;
    }
}
