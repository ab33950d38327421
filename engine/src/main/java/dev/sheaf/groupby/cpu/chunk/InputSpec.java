package dev.sheaf.groupby.cpu.chunk;

import java.util.List;

/// What a reduction is fed: numbers of arguments, how many of the first of them must not be null for a row to
/// count, and the number of a condition or -1.
public record InputSpec(List<Integer> arguments, int required, int filter) {
    public InputSpec {
        arguments = List.copyOf(arguments);
    }
}
