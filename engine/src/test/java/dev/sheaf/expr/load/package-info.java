/// Tests of how values of columns get into vectors.
@NullMarked
package dev.sheaf.expr.load;

import org.jspecify.annotations.NullMarked;
