/// Parquet files as sources and sinks of tables.
///
/// Footers, page headers and codecs come from parquet-java; page contents are decoded in bulk, a page at a time,
/// straight
/// into columns.
@NullMarked
package dev.sheaf.io.parquet;

import org.jspecify.annotations.NullMarked;
