package dev.sheaf.sql.function.value;

import java.util.List;
import java.util.Locale;

/// In which order elements of a list are sorted, by the words that `list_sort` and its kin take in any case.
///
/// @param falling from the greatest to the least
/// @param nullsFirst nulls before all others
public record ListOrder(boolean falling, boolean nullsFirst) {

    /// The order that the words behind a list name: `ASC` or `DESC`, and then `NULLS FIRST` or `NULLS LAST`.
    ///
    /// @throws IllegalArgumentException if they name none
    public static ListOrder of(List<String> words) {
        return switch (words.size()) {
            case 0 -> new ListOrder(false, false);
            case 1 -> new ListOrder(isFalling(words.getFirst()), false);
            case 2 -> new ListOrder(isFalling(words.getFirst()), areNullsFirst(words.getLast()));
            default -> throw unknown(words.getLast());
        };
    }

    /// From the greatest to the least, with nulls where the words behind the list say.
    ///
    /// @throws IllegalArgumentException if they name no place
    public static ListOrder falling(List<String> words) {
        return switch (words.size()) {
            case 0 -> new ListOrder(true, false);
            case 1 -> new ListOrder(true, areNullsFirst(words.getFirst()));
            default -> throw unknown(words.getLast());
        };
    }

    private static boolean isFalling(String word) {
        return switch (word.toUpperCase(Locale.ROOT)) {
            case "ASC", "ASCENDING", "DEFAULT", "ORDER_DEFAULT" -> false;
            case "DESC", "DESCENDING" -> true;
            default -> throw unknown(word);
        };
    }

    private static boolean areNullsFirst(String word) {
        return switch (word.toUpperCase(Locale.ROOT)) {
            case "NULLS FIRST", "NULLS_FIRST" -> true;
            case "NULLS LAST", "NULLS_LAST", "DEFAULT", "ORDER_DEFAULT" -> false;
            default -> throw unknown(word);
        };
    }

    private static IllegalArgumentException unknown(String word) {
        return new IllegalArgumentException("lists are sorted by 'ASC' or 'DESC', and 'NULLS FIRST' or 'NULLS LAST'; "
                + "there is no order \"" + word + "\"");
    }
}
