/// The Zstandard format (RFC 8878) in Java, to read and to write, without native code.
///
/// Start at [ZstdDecoder] and [ZstdEncoder]. To read on, follow the layers of the format: a frame
/// (`FrameHeader`) is blocks; a compressed block is literals (`LiteralsDecoder`, `LiteralsEncoder`), which are
/// Huffman codes (`HuffmanDecoder`, `HuffmanCode`), and sequences (`SequencesDecoder`, `SequencesEncoder`), which
/// say how many literals to take and what to copy, as codes of `SequenceCodes` in finite-state entropy
/// (`FseDistribution`, `FseEncoder`). `MatchFinder` decides what a written frame copies.
///
/// Both work on stretches of memory of known size. Damaged input gives [ZstdFormatException], whatever its bytes:
/// nothing outside those stretches is read or written. Dictionaries are not supported.
@NullMarked
package dev.sheaf.io.zstd;

import org.jspecify.annotations.NullMarked;
