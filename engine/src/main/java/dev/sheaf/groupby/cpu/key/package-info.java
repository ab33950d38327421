/// Key columns as packed words.
///
/// In come key columns; out come one or more 64-bit words a row, and columns again from words. [KeySource] is a
/// column as streams of longs, which a [KeyReader] reads, texts by way of [TextTable] or [TextIndex]; [KeyLayout] says
/// where the streams lie in
/// the words; [KeyPacker] chooses the layout and widens it when a value does not fit. [KeyEncoding] is the same
/// without a table of texts, for rows that are partitioned before they are grouped: long texts are hashes there, and
/// lie beside the words until [GroupTexts] keeps one for each group.
///
/// Start at [KeyPacker].
@NullMarked
package dev.sheaf.groupby.cpu.key;

import org.jspecify.annotations.NullMarked;
