package dev.sheaf.memory;

import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/// Bytes in use on one tier: total, peak, limit and who holds them.
final class Account {
    private static final int HOLDERS_SHOWN = 4;

    private final Tier tier;
    private final long limitBytes;
    private final AtomicLong usedBytes = new AtomicLong();
    private final AtomicLong peakBytes = new AtomicLong();
    private final Map<String, AtomicLong> byPurpose = new ConcurrentHashMap<>();

    Account(Tier tier, long limitBytes) {
        this.tier = tier;
        this.limitBytes = limitBytes;
    }

    long usedBytes() {
        return usedBytes.get();
    }

    long peakBytes() {
        return peakBytes.get();
    }

    long limitBytes() {
        return limitBytes;
    }

    /// Takes `bytes` on the account or throws, leaving it as it was.
    void reserve(long bytes, String purpose) {
        long used = usedBytes.addAndGet(bytes);
        if (used > limitBytes || used < 0) {
            usedBytes.addAndGet(-bytes);
            throw limitExceeded(bytes, purpose);
        }
        peakBytes.accumulateAndGet(used, Math::max);
        byPurpose.computeIfAbsent(purpose, _ -> new AtomicLong()).addAndGet(bytes);
    }

    void release(long bytes, String purpose) {
        usedBytes.addAndGet(-bytes);
        byPurpose.computeIfAbsent(purpose, _ -> new AtomicLong()).addAndGet(-bytes);
    }

    MemoryLimitException limitExceeded(long bytes, String purpose) {
        return new MemoryLimitException(
                "no room for " + ByteSize.format(bytes) + " of " + tier.name().toLowerCase(java.util.Locale.ROOT)
                        + " memory for \"" + purpose + "\": " + ByteSize.format(usedBytes()) + " of "
                        + ByteSize.format(limitBytes) + " are in use" + holders()
                        + ". Raise the memory limit or ask for less at once.",
                bytes,
                limitBytes);
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
