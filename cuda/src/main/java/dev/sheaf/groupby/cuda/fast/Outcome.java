package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.groupby.cuda.device.DeviceGroups;
import dev.sheaf.groupby.cuda.scan.Refusal;

/// What came of a request.
public sealed interface Outcome {
    /// The groups, and how they were found.
    record Grouped(DeviceGroups groups, String how) implements Outcome {}

    /// Another way has to be taken.
    record Refused(Refusal why) implements Outcome {}

    /// Whether another way has to be taken for this reason.
    default boolean isRefused(Refusal why) {
        return this instanceof Refused refused && refused.why().equals(why);
    }
}
