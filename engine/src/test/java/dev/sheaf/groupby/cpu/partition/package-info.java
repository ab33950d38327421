@NullMarked
package dev.sheaf.groupby.cpu.partition;

import org.jspecify.annotations.NullMarked;
