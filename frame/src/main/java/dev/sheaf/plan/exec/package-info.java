/// The door to running plans: a logical plan and a [dev.sheaf.query.QueryContext] go in, a table or a stream of
/// batches comes out. Start at [Executor]; [Explain] writes down how a plan would run, or how it ran.
///
/// Frames, SQL and the command line come in by this door. Frames keep the table; the command line writes the batches
/// to a [dev.sheaf.query.BatchSink], of `dev.sheaf.cli.output` or of a file format. [Placement] runs plans over tables
/// in the memory of a device: there what the device takes, and here what it does not.
@NullMarked
package dev.sheaf.plan.exec;

import org.jspecify.annotations.NullMarked;
