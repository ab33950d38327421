@NullMarked
package dev.sheaf.cli.output;

import org.jspecify.annotations.NullMarked;
