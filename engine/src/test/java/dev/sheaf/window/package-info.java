/// Tests of what a row gets from its run.
@NullMarked
package dev.sheaf.window;

import org.jspecify.annotations.NullMarked;
