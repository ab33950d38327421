/// Rows as text for programs to read: CSV, JSON and Markdown, in UTF-8.
///
/// Tables go in. Start at [TextRows], which writes each form ([RowForm]); it is a [dev.sheaf.query.BatchSink]
/// over a [TextTarget]. What a value looks like is said once, in [dev.sheaf.text.ValueText]. A file appears
/// when its sink is committed.
@NullMarked
package dev.sheaf.io.text;

import org.jspecify.annotations.NullMarked;
