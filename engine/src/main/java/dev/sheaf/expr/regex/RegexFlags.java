package dev.sheaf.expr.regex;

/// What holds for the rest of a group: any case, a dot that matches line feeds, `^` and `$` at lines, and few
/// repeats rather than many.
record RegexFlags(boolean fold, boolean dotAll, boolean lines, boolean lazy) {

    /// The flags that DuckDB's letters for options set, each over those before it.
    ///
    /// @throws IllegalArgumentException if there is no such option
    static RegexFlags ofOptions(String options) {
        boolean fold = false;
        boolean dotAll = false;
        for (char option : options.toCharArray()) {
            switch (option) {
                case 'i' -> fold = true;
                case 'c' -> fold = false;
                case 's' -> dotAll = true;
                case 'm', 'n', 'p' -> dotAll = false;
                case 'g', 'l' -> {}
                default ->
                    throw new IllegalArgumentException("there is no option '" + option
                            + "' for regular expressions; options: c, g, i, l, m, n, p, s");
            }
        }
        return new RegexFlags(fold, dotAll, false, false);
    }

    /// With what the letters of a group, as in `(?is)`, switch on or off.
    RegexFlags with(String letters, boolean on) {
        return new RegexFlags(
                letters.contains("i") ? on : fold,
                letters.contains("s") ? on : dotAll,
                letters.contains("m") ? on : lines,
                letters.contains("U") ? on : lazy);
    }
}
