package dev.sheaf.groupby.cuda.scan;

import java.util.Optional;

/// Why the fast strategies do not take a request.
public sealed interface Refusal {
    /// What `explain` says.
    String text();

    /// What a sample of the keys has shown, if there was one.
    default Optional<KeyFindings> seen() {
        return Optional.empty();
    }

    /// The same with what a sample of the keys has shown, if keys are numbered for it.
    default Refusal with(Optional<KeyFindings> seen) {
        return switch (this) {
            case Keys keys -> new Keys(keys.text(), seen, keys.sizes());
            case Rows rows -> new Rows(rows.text(), seen);
            default -> this;
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

        /// Whether it is about values, so that other keys for the same groups would change nothing.
        public boolean isOfValues() {
            return this == OVERFLOW || this == TOO_WIDE;
        }

        @Override
        public String text() {
            return text;
        }
    }

    /// Keys that do not become words; numbers of their groups take their place.
    ///
    /// @param seen what a sample of the keys has shown, if there was one
    /// @param sizes what is known of the values that are aggregated
    record Keys(String text, Optional<KeyFindings> seen, ScanRows.Sizes sizes) implements Refusal {
        /// Of whose values nothing is known.
        public Keys(String text, Optional<KeyFindings> seen) {
            this(text, seen, ScanRows.Sizes.UNKNOWN);
        }

        Keys(String text) {
            this(text, Optional.empty());
        }
    }

    /// Aggregates that need the number of each row's group before rows are scanned.
    ///
    /// @param seen what a sample of all keys has shown, if there was one
    record Rows(String text, Optional<KeyFindings> seen) implements Refusal {
        /// Of whose keys nothing is known.
        public Rows(String text) {
            this(text, Optional.empty());
        }
    }

    /// Kernels that have to be compiled first, which has begun.
    record NotCompiled(String text) implements Refusal {}

    /// A request that they are not made for.
    record Unfit(String text) implements Refusal {}
}
