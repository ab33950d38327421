package dev.sheaf.memory;

import java.util.Arrays;
import java.util.function.Function;

/// The account of each tier of a pool.
final class Accounts {
    /// By the ordinal of the tier.
    private final Account[] accounts;

    private Accounts(Function<Tier, Account> account) {
        accounts = Arrays.stream(Tier.values()).map(account).toArray(Account[]::new);
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
        return accounts[tier.ordinal()];
    }
}
