package dev.sheaf.query;

import java.util.List;

/// A choice that the engine made: for which operator, what, why, and what it turned down (`cuda: libcuda.so.1
/// not found`).
public record Decision(String operator, String choice, String reason, List<String> rejected) {
    public Decision {
        rejected = List.copyOf(rejected);
    }
}
