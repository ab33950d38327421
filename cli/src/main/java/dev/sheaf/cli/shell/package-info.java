/// The shell: SQL typed line by line on a terminal.
///
/// Start at [Shell]. `StatementParser` knows when a statement has ended, `Completion` what may come next. Statements
/// are run by `StatementRunner`, what begins with a dot by `DotCommands`; both read and change the `ShellState`. JLine
/// is known to this package alone, and other commands load none of it.
@NullMarked
package dev.sheaf.cli.shell;

import org.jspecify.annotations.NullMarked;
