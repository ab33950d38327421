/// Constant parts of an expression are computed and conditions simplified before anything runs: an expression and a
/// schema go in, one that means the same comes out. Start at [Folding].
@NullMarked
package dev.sheaf.expr.fold;

import org.jspecify.annotations.NullMarked;
