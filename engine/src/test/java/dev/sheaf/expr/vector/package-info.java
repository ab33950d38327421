/// Tests of sorting, merging, first rows and ranks.
@NullMarked
package dev.sheaf.expr.vector;

import org.jspecify.annotations.NullMarked;
