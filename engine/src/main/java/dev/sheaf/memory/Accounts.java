package dev.sheaf.memory;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/// The account of each tier of a pool.
final class Accounts {
    private final Map<Tier, Account> accounts = new EnumMap<>(Tier.class);

    private Accounts(Function<Tier, Account> account) {
        for (Tier tier : Tier.values()) {
            accounts.put(tier, account.apply(tier));
        }
    }

    static Accounts withLimits(long hostBytes, long deviceBytes) {
        return new Accounts(tier -> new Account(
                tier,
                switch (tier) {
                    case HOST -> hostBytes;
                    case DEVICE -> deviceBytes;
                    case PINNED, DISK -> Long.MAX_VALUE;
                }));
    }

    /// Those of a part, which has a guarantee and a limit of its own on host memory; other tiers have one account.
    Accounts part(long guaranteedBytes, long mostBytes) {
        return new Accounts(tier -> tier == Tier.HOST ? new Account(of(tier), guaranteedBytes, mostBytes) : of(tier));
    }

    Account of(Tier tier) {
        return Objects.requireNonNull(accounts.get(tier));
    }
}
