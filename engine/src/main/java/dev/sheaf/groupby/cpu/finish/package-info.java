/// States of groups to the columns of a result.
///
/// In come the states of one aggregate as columns, one row a group; out comes its result column. Start at
/// [Finalizer]. Those here need no more than the states' types; those that know how a reduction lays out its states
/// stand beside it in `reduce`.
@NullMarked
package dev.sheaf.groupby.cpu.finish;

import org.jspecify.annotations.NullMarked;
