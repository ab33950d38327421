package dev.sheaf.groupby.cuda.scan;

import java.util.Optional;

/// Why the fast strategies do not take a request.
public sealed interface Refusal {
    /// What `explain` says.
    String text();

    /// Whether other keys for the same groups would change nothing about it.
    default boolean isForGood() {
        return switch (this) {
            case Seen seen -> seen == Seen.OVERFLOW || seen == Seen.TOO_WIDE;
            case NotExact _ -> true;
            case Unfit _, Keys _, Rows _ -> false;
        };
    }

    /// What rows have shown while a plan was run.
    enum Seen implements Refusal {
        FULL("the table of groups is too full"),
        OVERFLOW("a sum of 64-bit integers may overflow"),
        TOO_WIDE("decimals take more than 64 bits"),
        OUTSIDE("keys lie outside of the ranges that were looked at");

        private final String text;

        Seen(String text) {
            this.text = text;
        }

        @Override
        public String text() {
            return text;
        }
    }

    /// Values of more than 64 bits; exact sums of them cannot be made either.
    record NotExact(Seen seen, String why) implements Refusal {
        @Override
        public String text() {
            return seen.text() + ", and " + why;
        }
    }

    /// Keys that do not become words; numbers of their groups take their place.
    ///
    /// @param seen what a sample of the keys has shown, if there was one
    record Keys(String text, Optional<KeySampler.Findings> seen) implements Refusal {
        Keys(String text) {
            this(text, Optional.empty());
        }
    }

    /// Aggregates that need the number of each row's group before rows are scanned.
    record Rows(String text) implements Refusal {}

    /// A request that they are not made for.
    record Unfit(String text) implements Refusal {}
}
