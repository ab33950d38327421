package dev.sheaf.memory;

import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Bytes in use on one tier: total, peak, limit and who holds them.
final class Account {
    private static final int HOLDERS_SHOWN = 4;

    /// What a part of an account has of it.
    static final String SHARE = "queries with a share of their own";

    private final Tier tier;
    private final long limitBytes;
    private final @Nullable Account parent;
    private final AtomicLong usedBytes = new AtomicLong();
    private final AtomicLong peakBytes = new AtomicLong();
    private final Map<String, AtomicLong> byPurpose = new ConcurrentHashMap<>();

    /// Of the parent's bytes, so many are taken in any case.
    private long guaranteedBytes;

    Account(Tier tier, long limitBytes) {
        this.tier = tier;
        this.limitBytes = limitBytes;
        this.parent = null;
    }

    /// A part of another account, where `guaranteedBytes` are already reserved.
    Account(Account parent, long guaranteedBytes, long limitBytes) {
        this.tier = parent.tier;
        this.limitBytes = limitBytes;
        this.parent = parent;
        this.guaranteedBytes = guaranteedBytes;
    }

    /// Whether this is `other` or a part of it.
    boolean isPartOf(Account other) {
        return this == other || parent == other;
    }

    long usedBytes() {
        return usedBytes.get();
    }

    long peakBytes() {
        return peakBytes.get();
    }

    /// What this account may hold in all; of a part, what its parent has left bounds it, too.
    long limitBytes() {
        if (parent == null) {
            return limitBytes;
        }
        synchronized (this) {
            long left = Math.max(0, parent.limitBytes() - parent.usedBytes());
            return Math.min(limitBytes, Math.max(guaranteedBytes, usedBytes.get()) + left);
        }
    }

    /// Takes `bytes` on the account, or returns false and leaves it as it was.
    boolean tryReserve(long bytes, String purpose) {
        boolean taken = parent == null ? tryReserveWhole(bytes) : tryReservePart(parent, bytes);
        if (taken) {
            of(purpose).addAndGet(bytes);
        }
        return taken;
    }

    /// Looked for first, since threads that compute a value if it is absent wait for each other where it is present,
    /// too.
    private AtomicLong of(String purpose) {
        AtomicLong known = byPurpose.get(purpose);
        return known != null ? known : byPurpose.computeIfAbsent(purpose, _ -> new AtomicLong());
    }

    private boolean tryReserveWhole(long bytes) {
        long used = usedBytes.addAndGet(bytes);
        if (used > limitBytes || used < 0) {
            usedBytes.addAndGet(-bytes);
            return false;
        }
        reached(used);
        return true;
    }

    private void reached(long used) {
        if (used > peakBytes.get()) {
            peakBytes.accumulateAndGet(used, Math::max);
        }
    }

    private synchronized boolean tryReservePart(Account whole, long bytes) {
        long before = usedBytes.get();
        long after = before + bytes;
        if (after > limitBytes || after < 0) {
            return false;
        }
        long more = beyondGuarantee(after) - beyondGuarantee(before);
        if (more > 0 && !whole.tryReserve(more, SHARE)) {
            return false;
        }
        reached(usedBytes.addAndGet(bytes));
        return true;
    }

    private long beyondGuarantee(long bytes) {
        return Math.max(0, bytes - guaranteedBytes);
    }

    void release(long bytes, String purpose) {
        if (parent == null) {
            usedBytes.addAndGet(-bytes);
        } else {
            releasePart(parent, bytes);
        }
        of(purpose).addAndGet(-bytes);
    }

    private synchronized void releasePart(Account whole, long bytes) {
        long after = usedBytes.addAndGet(-bytes);
        long less = beyondGuarantee(after + bytes) - beyondGuarantee(after);
        if (less > 0) {
            whole.release(less, SHARE);
        }
    }

    /// Gives what is guaranteed and not in use back to the parent. What is in use follows when it is released.
    synchronized void endGuarantee() {
        if (parent != null) {
            long unused = Math.max(0, guaranteedBytes - usedBytes.get());
            guaranteedBytes = 0;
            parent.release(unused, SHARE);
        }
    }

    MemoryLimitException limitExceeded(long bytes, String purpose) {
        return limitExceeded(bytes, purpose, "Raise the memory limit or ask for less at once.");
    }

    MemoryLimitException hostRefused(long bytes, String purpose) {
        return limitExceeded(
                bytes, purpose, "The host of the pool gives no more. Give it a larger budget or ask for less at once.");
    }

    private MemoryLimitException limitExceeded(long bytes, String purpose, String advice) {
        return new MemoryLimitException(
                "no room for " + ByteSize.format(bytes) + " of " + tier.name().toLowerCase(Locale.ROOT)
                        + " memory for \"" + purpose + "\": " + ByteSize.format(usedBytes()) + " of "
                        + ByteSize.format(limitBytes()) + " are in use" + holders()
                        + ". " + advice,
                bytes,
                limitBytes());
    }

    /// The largest holders, as ` (group keys 1.20 GiB, read buffers 64.0 MiB)`, or an empty string.
    private String holders() {
        String list = byPurpose.entrySet().stream()
                .map(entry -> Map.entry(entry.getKey(), entry.getValue().get()))
                .filter(entry -> entry.getValue() > 0)
                .sorted(Comparator.comparing(entry -> -entry.getValue()))
                .limit(HOLDERS_SHOWN)
                .map(entry -> entry.getKey() + " " + ByteSize.format(entry.getValue()))
                .collect(Collectors.joining(", "));
        return list.isEmpty() ? "" : " (" + list + ")";
    }
}
