/// The layout as tests: which package may see which, and what only one of them may do.
///
/// Start at [ArchitectureTest], who may see whom, and [PackagesTest], what holds in every package; both look at the
/// compiled classes. [SourcesTest] and [DocumentsTest] look at sources and documents, [LauncherNamesTest] at the
/// launcher. [Exceptions] lists what does not keep a rule, and why.
@NullMarked
package dev.sheaf.architecture;

import org.jspecify.annotations.NullMarked;
