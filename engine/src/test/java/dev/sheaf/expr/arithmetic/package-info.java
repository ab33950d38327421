/// Tests of arithmetic on vectors.
@NullMarked
package dev.sheaf.expr.arithmetic;

import org.jspecify.annotations.NullMarked;
