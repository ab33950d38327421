@NullMarked
package dev.sheaf.groupby.cpu.hash;

import org.jspecify.annotations.NullMarked;
