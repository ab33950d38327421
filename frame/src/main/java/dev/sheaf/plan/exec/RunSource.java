package dev.sheaf.plan.exec;

import dev.sheaf.query.BatchSource;
import dev.sheaf.query.ForwardingSource;
import dev.sheaf.query.SharedResults;

/// The result of a plan; closing it ends the run for which the plan's shared parts are kept.
record RunSource(BatchSource input, SharedResults.Run run) implements ForwardingSource {
    @Override
    public void close() {
        try (run) {
            input.close();
        }
    }
}
