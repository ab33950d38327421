/// Files that Sheaf makes: results, spilled groups, caches. Knows who may see them, and removes what killed processes
/// left.
///
/// Start at [PendingFile], which is how every result gets its name. [PrivateFolder] is for what concerns the user
/// alone; [OwnerLock] tells the files of the living from those of the dead.
@NullMarked
package dev.sheaf.file;

import org.jspecify.annotations.NullMarked;
