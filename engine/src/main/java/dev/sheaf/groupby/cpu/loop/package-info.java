/// Loops over the rows of a chunk that are generated when a request needs them.
///
/// In comes the combination of reductions and storage kinds that a request asks for; out comes a hidden class whose
/// loop does all of them in one pass. Start at [FusedLoops], which keeps those made before. [FusedLoopBody] writes the
/// instructions, [ColumnReads] those that read a value of a column, and [HiddenClasses] loads what was written.
@NullMarked
package dev.sheaf.groupby.cpu.loop;

import org.jspecify.annotations.NullMarked;
