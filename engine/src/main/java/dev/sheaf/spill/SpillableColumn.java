package dev.sheaf.spill;

import dev.sheaf.column.Column;
import dev.sheaf.column.ColumnBuffers;
import dev.sheaf.column.DictionaryColumn;
import dev.sheaf.column.TableBytes;
import dev.sheaf.memory.BufferOwner;
import dev.sheaf.memory.MemoryLimitException;
import dev.sheaf.memory.MemoryPool;
import dev.sheaf.memory.Tier;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A column that may leave memory while nobody reads it, kept by one holder or several.
///
/// In memory it is the column that it was made of, so that keeping one costs no copy. It stays there while somebody
/// else has a view of its bytes, while their address is exposed, and if they are on the account of another pool. On
/// disk it is one stretch of bytes; the values of a dictionary stay in memory. A copy on disk stays good until the
/// column is changed. Thread-safe.
public final class SpillableColumn extends Spillable implements AutoCloseable {
    private final SpillableBuffer.Home home;
    private final long length;
    private final AtomicInteger holders = new AtomicInteger(1);
    private volatile @Nullable Resident here;
    private @Nullable StoredValues away;
    private volatile long byteSize;

    /// Values in memory, and how many views of each owner are theirs.
    private record Resident(Column values, Map<BufferOwner, Integer> views) {
        static Resident of(Column values) {
            Map<BufferOwner, Integer> views = new HashMap<>();
            ColumnBuffers.of(values, buffer -> views.merge(buffer.owner(), 1, Integer::sum));
            if (values instanceof DictionaryColumn codes) {
                ColumnBuffers.of(codes.values(), buffer -> views.remove(buffer.owner()));
            }
            return new Resident(values, views);
        }

        boolean mayLeave(MemoryPool pool) {
            return !views.isEmpty()
                    && views.entrySet().stream()
                            .allMatch(entry -> entry.getKey().viewCount() == entry.getValue()
                                    && !entry.getKey().isExposed()
                                    && pool.holds(entry.getKey()));
        }

        long capacityBytes() {
            return views.keySet().stream().mapToLong(BufferOwner::capacityBytes).sum();
        }
    }

    /// Takes over a column, also if it fails.
    SpillableColumn(SpillableBuffer.Home home, Column values) {
        super(home.pool(), home.statistics());
        this.home = home;
        this.length = values.length();
        arrive(values);
        home.residents().withinLimits(this);
    }

    /// The number of rows.
    public long length() {
        return length;
    }

    /// About the bytes that the rows take in memory.
    @Override
    public long byteSize() {
        return byteSize;
    }

    /// Where the values are now.
    @Override
    public Tier tier() {
        return here == null ? Tier.DISK : Tier.HOST;
    }

    /// Notes one more holder, who closes this as well.
    public SpillableColumn retain() {
        holders.incrementAndGet();
        return this;
    }

    /// Whether there are several holders.
    public boolean isShared() {
        return holders.get() > 1;
    }

    /// The values, which stay in memory until the column returned is closed.
    ///
    /// @throws MemoryLimitException if there is no room to bring them back
    public Column pin() {
        return locked(() -> comeHome().retain());
    }

    /// As [#pin], for one reader of many columns: what is away is read for this reader alone, so that reading all of
    /// them once pushes none out.
    public Column load() {
        return locked(() -> here == null ? read() : comeHome().retain());
    }

    /// Something of the values, which stay where they are meanwhile.
    public <T> T use(Function<Column, T> reader) {
        return locked(() -> reader.apply(comeHome()));
    }

    /// Puts what `change` makes of the values, which it may write where they lie, in their place. It closes nothing.
    public void write(UnaryOperator<Column> change) {
        locked(() -> {
            Column before = comeHome();
            Column next = change.apply(before);
            forget();
            home.residents().exit(this, Tier.HOST);
            if (next != before) {
                before.close();
            }
            arrive(next);
            return next;
        });
    }

    /// Whether the address of the values was handed out.
    public boolean isExposed() {
        Resident resident = here;
        return resident != null && resident.views().keySet().stream().anyMatch(BufferOwner::isExposed);
    }

    private Column comeHome() {
        Resident resident = here;
        if (resident == null) {
            Column values = read();
            arrive(values);
            return values;
        }
        home.residents().touch(this, Tier.HOST);
        return resident.values();
    }

    private Column read() {
        StoredValues stored = away;
        if (stored == null) {
            throw new IllegalStateException("a column of " + length + " rows is closed");
        }
        return stored.read(length, home);
    }

    private void arrive(Column values) {
        byteSize = TableBytes.of(values);
        here = Resident.of(values);
        home.residents().enter(this, Tier.HOST);
    }

    @Override
    boolean isIdle() {
        Resident resident = here;
        return resident != null && resident.mayLeave(home.pool());
    }

    @Override
    long moveDown() {
        Resident resident = Objects.requireNonNull(here);
        if (away == null) {
            away = StoredValues.of(resident.values(), home);
        }
        long freed = resident.capacityBytes();
        depart();
        return freed;
    }

    private void depart() {
        Resident resident = here;
        if (resident != null) {
            here = null;
            home.residents().exit(this, Tier.HOST);
            resident.values().close();
        }
    }

    private void forget() {
        StoredValues gone = away;
        away = null;
        if (gone != null) {
            gone.free(home);
        }
    }

    /// Ends one holder's keeping; the last one's releases the values wherever they are. Columns that were read stay
    /// valid.
    @Override
    public void close() {
        if (holders.decrementAndGet() == 0) {
            locked(() -> {
                depart();
                forget();
                return this;
            });
        }
    }
}
