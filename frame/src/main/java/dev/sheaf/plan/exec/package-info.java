/// The door to running plans: a logical plan and a [dev.sheaf.query.QueryContext] go in, a table or a stream of
/// batches comes out. Start at [Executor]; [Explain] writes down how a plan would run, or how it ran.
@NullMarked
package dev.sheaf.plan.exec;

import org.jspecify.annotations.NullMarked;
