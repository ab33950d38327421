package dev.sheaf.sql.function;

import java.util.Map;
import java.util.Optional;

/// Functions of DuckDB that Sheaf does not have, and what to write instead.
public final class Unsupported {
    private static final String BITS = "; bits are those of whole numbers: &, |, <<, >> and bit_count";
    private static final String NUMBER = "; md5 gives the same as text, hash a number";

    private static final Map<String, String> HINTS = Map.ofEntries(
            Map.entry("bitstring", BITS),
            Map.entry("bitstring_agg", BITS),
            Map.entry("bit_position", BITS),
            Map.entry("get_bit", BITS),
            Map.entry("set_bit", BITS),
            Map.entry("md5_number", NUMBER),
            Map.entry("md5_number_lower", NUMBER),
            Map.entry("md5_number_upper", NUMBER),
            Map.entry("equi_width_bins", "; number the bins: floor((x - least) / width)"),
            Map.entry("lttb", "; take least and greatest values of time_bucket"),
            Map.entry(
                    "setseed",
                    "; hash(x) gives the same number every time, a sample with REPEATABLE (1) the same rows"),
            Map.entry("setval", "; CREATE OR REPLACE SEQUENCE s START WITH 5 sets one"));

    private Unsupported() {}

    /// What to say of a function, if it is one that people may expect.
    public static Optional<String> hint(String function) {
        return Optional.ofNullable(HINTS.get(function))
                .map(hint -> "the function " + function + " is not supported" + hint);
    }
}
