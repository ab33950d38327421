package dev.sheaf.groupby.cpu;

import java.util.List;

/// What a reduction is fed: numbers of arguments, how many of the first of them must not be null for a row to
/// count, and the number of a condition or -1.
record FeedSpec(List<Integer> arguments, int required, int filter) {
    FeedSpec {
        arguments = List.copyOf(arguments);
    }
}
