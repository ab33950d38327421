package dev.sheaf.frame.store;

import dev.sheaf.column.DataType;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A column that is made when somebody first asks for it, and kept. Several holders may have one; the last closes it.
/// Thread-safe.
public final class LaterColumn {
    private final DataType type;
    private final long length;
    private final Runnable drop;
    private final Supplier<FrameColumn> maker;
    private @Nullable FrameColumn made;
    private int holders = 1;

    /// `drop` gives back what `maker` needs: called once, when the column is made or nobody will ask for it.
    public LaterColumn(DataType type, long length, Supplier<FrameColumn> maker, Runnable drop) {
        this.type = type;
        this.length = length;
        this.maker = maker;
        this.drop = drop;
    }

    /// A column that is there, taken over.
    public static LaterColumn of(FrameColumn column) {
        LaterColumn later = new LaterColumn(column.type(), column.length(), () -> column, () -> {});
        later.made = column;
        return later;
    }

    /// What the values mean.
    public DataType type() {
        return type;
    }

    /// The number of rows.
    public long length() {
        return length;
    }

    /// About the bytes that the values take in memory once they are made.
    public synchronized long byteSize() {
        return made == null ? length * type.layout().byteWidth() : made.byteSize();
    }

    /// The column, which stays this one's.
    ///
    /// @throws dev.sheaf.memory.MemoryLimitException if it does not fit in memory
    public synchronized FrameColumn get() {
        if (made == null) {
            made = maker.get();
            drop.run();
        }
        return made;
    }

    /// This one for another holder.
    public synchronized LaterColumn share() {
        holders++;
        return this;
    }

    /// Whether the column is there.
    public synchronized boolean isMade() {
        return made != null;
    }

    /// Gives up one hold.
    public synchronized void close() {
        if (--holders > 0) {
            return;
        }
        if (made == null) {
            drop.run();
        } else {
            made.close();
        }
    }
}
