/// Tests of rules of single values.
@NullMarked
package dev.sheaf.expr.value;

import org.jspecify.annotations.NullMarked;
