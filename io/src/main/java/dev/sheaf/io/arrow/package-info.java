/// Tables in the Arrow IPC format. Start at [ArrowWriter] and [ArrowReader]: the one writes them as a stream or
/// a file, the other reads either. [ArrowC] exchanges them with other libraries of the process without writing
/// them out. [PartialStates] is the wire form of the states of a group-by.
///
/// [ArrowSchemas] reads types, and [ArrowSchemaWriter] writes them. A batch goes out through [ColumnEncoder]
/// (columns to a list of buffers) and comes in through [ColumnDecoder] (buffers to columns, checked before use
/// and not copied). Only the flatbuffer classes of Arrow are used, not its vectors, so no JVM flag is needed.
@NullMarked
package dev.sheaf.io.arrow;

import org.jspecify.annotations.NullMarked;
