package dev.sheaf.expr.regex;

import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Reads how often what stands before may come: `*`, `+`, `?` or `{2,5}`, each with a `?` behind it for as few as can
/// be.
final class RegexRepeats {
    private static final int MOST = 1_000;
    private static final String SIGNS = "*+?";
    private static final Pattern COUNTS = Pattern.compile("\\{(\\d{1,5})(,(\\d{0,5}))?}");

    private final RegexSource source;

    RegexRepeats(RegexSource source) {
        this.source = source;
    }

    /// @throws IllegalArgumentException if a repeat stands here, where nothing is to be repeated
    void refuseSign() {
        if (source.isOneOf(SIGNS)) {
            throw new IllegalArgumentException("a repeat has nothing before it");
        }
    }

    /// The body with the repeat behind it, or as it is.
    ///
    /// @throws IllegalArgumentException if the repeat is too large, or another follows it
    RegexNode of(RegexNode body, boolean lazy) {
        int before = source.at();
        RegexNode repeated = quantified(body, lazy);
        if (source.at() > before && (source.isOneOf(SIGNS) || source.startsWith(COUNTS))) {
            throw new IllegalArgumentException("a repeat follows another");
        }
        return repeated;
    }

    private RegexNode quantified(RegexNode body, boolean lazy) {
        if (source.take("*")) {
            return repeat(body, 0, -1, lazy);
        }
        if (source.take("+")) {
            return repeat(body, 1, -1, lazy);
        }
        if (source.take("?")) {
            return repeat(body, 0, 1, lazy);
        }
        Optional<MatchResult> counts = source.take(COUNTS);
        if (counts.isEmpty()) {
            return body;
        }
        String least = counts.get().group(1);
        String most = counts.get().group(2) == null ? least : counts.get().group(3);
        return repeat(body, Integer.parseInt(least), most.isEmpty() ? -1 : Integer.parseInt(most), lazy);
    }

    private RegexNode repeat(RegexNode body, int least, int most, boolean lazy) {
        if (least > MOST || most > MOST || (most >= 0 && least > most)) {
            throw new IllegalArgumentException("a repeat is more than " + MOST + ", or its ends are swapped");
        }
        return new RegexNode.Repeat(body, least, most, source.take("?") == lazy);
    }
}
