/// The Zstandard format (RFC 8878) read in Java, without native code: compressed bytes go in, their contents come out.
///
/// Start at [ZstdDecoder]. To read on, follow the layers of the format: a frame (`FrameHeader`) is blocks; a
/// compressed block is literals (`LiteralsDecoder`), which are Huffman codes (`HuffmanDecoder`), and sequences
/// (`SequencesDecoder`), which say how many literals to take and what to copy, as codes of `SequenceCodes` in
/// finite-state entropy (`FseDistribution`).
///
/// It works on stretches of memory of known size. Damaged input gives [ZstdFormatException], whatever its bytes:
/// nothing outside those stretches is read or written. Dictionaries are not supported. Nothing is compressed here:
/// programs without native access write snappy or gzip.
@NullMarked
package dev.sheaf.io.zstd;

import org.jspecify.annotations.NullMarked;
