package dev.sheaf.query;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/// One stretch of work of one thread in one [Phase].
@Name("dev.sheaf.Phase")
@Label("Query phase")
@Category("Sheaf")
@StackTrace(false)
final class PhaseEvent extends Event {
    @Label("Phase")
    String phase = "";

    @Label("Rows, or -1")
    long rows;

    @Label("Bytes, or -1")
    long bytes;
}
