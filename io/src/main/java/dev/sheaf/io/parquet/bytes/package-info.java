/// Bits, bytes and files below the format: memory in, numbers and bits out, and the other way round.
///
/// `FileReads` reads files. A `FilePosition` names the place of an error; a `MalformedPageException` is an error
/// that waits for its place. Start at `FilePosition`.
@NullMarked
package dev.sheaf.io.parquet.bytes;

import org.jspecify.annotations.NullMarked;
