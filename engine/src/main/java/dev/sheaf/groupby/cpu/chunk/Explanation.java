package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.query.Decision;
import java.util.List;

/// How something was done, why, and what was turned down.
public record Explanation(String strategy, String reason, List<String> rejected) {

    public Decision decision(String operator) {
        return new Decision(operator, "cpu: " + strategy, reason, rejected);
    }
}
