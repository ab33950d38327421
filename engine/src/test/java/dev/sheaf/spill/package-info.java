@NullMarked
package dev.sheaf.spill;

import org.jspecify.annotations.NullMarked;
