@NullMarked
package dev.sheaf.cli;

import org.jspecify.annotations.NullMarked;
