@NullMarked
package dev.sheaf.groupby.cpu.group;

import org.jspecify.annotations.NullMarked;
