package dev.sheaf.frame;

import java.util.Optional;

/// What is asked of windows that start every so often.
record DynamicOptions(
        Span every,
        Span period,
        Optional<Span> offset,
        Ends closed,
        WindowLabel label,
        WindowStart start,
        boolean bounds) {}
