package dev.sheaf.groupby.cpu;

import dev.sheaf.query.Decision;
import java.util.List;

/// How something was done, why, and what was turned down.
record Explanation(String strategy, String reason, List<String> rejected) {

    Decision decision(String operator) {
        return new Decision(operator, "cpu: " + strategy, reason, rejected);
    }
}
