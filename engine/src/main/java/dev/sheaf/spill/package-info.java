/// Tables that have to leave memory for a while: on disk, in files that do not outlive the query.
///
/// [SpillFolder] is the folder of one query and cleans up after processes that were killed; a [SpillFile] in it
/// takes tables one after another and gives each back by its [SpillFile.Chunk]. How columns lie in the file is
/// known only to the [SpillFile.Chunk] in memory: the bytes are those of the columns' buffers, so that spilling
/// runs at the speed of the disk, with a checksum. [ExternalSort] sorts more rows than memory holds by them.
@NullMarked
package dev.sheaf.spill;

import org.jspecify.annotations.NullMarked;
