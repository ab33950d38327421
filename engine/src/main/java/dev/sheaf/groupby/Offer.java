package dev.sheaf.groupby;

/// A [Backend]'s answer to a request.
public sealed interface Offer {

    /// It would run the request by this strategy, for this reason, in about this many seconds.
    record Accepted(String strategy, String reason, double estimatedSeconds) implements Offer {}

    /// It does not run such requests, for this reason.
    record Refused(String reason) implements Offer {}
}
