@NullMarked
package dev.sheaf.groupby.cpu.chunk;

import org.jspecify.annotations.NullMarked;
