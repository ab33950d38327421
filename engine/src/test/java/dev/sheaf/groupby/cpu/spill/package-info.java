@NullMarked
package dev.sheaf.groupby.cpu.spill;

import org.jspecify.annotations.NullMarked;
