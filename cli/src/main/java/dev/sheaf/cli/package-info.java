/// The `sheaf` command: start at [dev.sheaf.cli.Main].
///
/// The only package of Sheaf that writes to standard output and the only one that ends the process.
@NullMarked
package dev.sheaf.cli;

import org.jspecify.annotations.NullMarked;
