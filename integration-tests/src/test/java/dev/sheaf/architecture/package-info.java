/// The layout as tests: which package may see which, and what only one of them may do.
///
/// [ArchitectureTest] looks at the compiled classes, [SourcesTest] at the sources.
@NullMarked
package dev.sheaf.architecture;

import org.jspecify.annotations.NullMarked;
