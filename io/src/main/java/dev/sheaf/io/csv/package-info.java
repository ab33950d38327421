/// Delimited text: CSV, TSV and their kin, plain or compressed by gzip.
///
/// Start at [CsvFormat], which [dev.sheaf.query.FileFormats] finds by name and file ending, or at [Csv] to
/// say how a file is written. The way of a row is that of [dev.sheaf.io.rows]: [FieldSplitter] says where rows end and
/// where their fields lie, and [CsvParser] has them turned into columns.
///
/// Delimiter, header and types are inferred from the first rows of each file ([DialectSniffer], [TypeSniffer]) where
/// [CsvOptions] do not name them. An empty field is null, a quoted empty field is an empty text. A quote opens a quoted
/// field only at its beginning and is doubled inside one. Rows end in a line feed, a carriage return, or both. Lines
/// without any text are no rows, unless the file has one column. Text is UTF-8.
@NullMarked
package dev.sheaf.io.csv;

import org.jspecify.annotations.NullMarked;
