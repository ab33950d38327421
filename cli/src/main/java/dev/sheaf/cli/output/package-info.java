/// How results leave the command: tables for people, CSV, JSON and Markdown for programs.
///
/// Each form is a [dev.sheaf.query.BatchSink] that writes to a [dev.sheaf.io.text.TextTarget]; start at
/// [ResultFormat]. What a value looks like is said once, in [dev.sheaf.text.ValueText].
@NullMarked
package dev.sheaf.cli.output;

import org.jspecify.annotations.NullMarked;
