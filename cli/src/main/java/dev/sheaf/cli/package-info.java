/// The `sheaf` command: start at [Main], which reads the command line and hands over to a subcommand of
/// [SheafCommand], such as [SqlCommand], [ConvertCommand] or [DescribeCommand].
///
/// A [Terminal] stands for the process's streams, a [CancellableWork] for one piece of work that can be
/// interrupted, and [ExitCode] says what every failure ends in. The only package of Sheaf that writes to
/// standard output and the only one that ends the process.
@NullMarked
package dev.sheaf.cli;

import org.jspecify.annotations.NullMarked;
