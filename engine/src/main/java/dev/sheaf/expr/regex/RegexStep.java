package dev.sheaf.expr.regex;

import dev.sheaf.expr.regex.RegexNode.Place;
import java.util.function.IntPredicate;

/// A step of a search, by the numbers of the steps that follow.
sealed interface RegexStep {
    record Take(IntPredicate taken, int next) implements RegexStep {}

    record At(Place place, int next) implements RegexStep {}

    /// Tries the first, and if that leads to no match, the second.
    record Fork(int first, int second) implements RegexStep {}

    /// Remembers the place: of group `slot / 2` the start or, if odd, the end.
    record Mark(int slot, int next) implements RegexStep {}

    record Done() implements RegexStep {}
}
