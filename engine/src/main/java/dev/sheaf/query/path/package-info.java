/// What a path names: files that match a pattern or lie in a folder, and what their folders say of them.
///
/// In comes a path as a user writes it; out come files, sorted. Start at [FileSearch]. [HivePartitions] reads columns
/// from the names of folders, [ForeignFormat] knows files that nothing here reads, to say what to do instead.
@NullMarked
package dev.sheaf.query.path;

import org.jspecify.annotations.NullMarked;
