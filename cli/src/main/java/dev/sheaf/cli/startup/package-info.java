/// What the launcher does to the jars of `target/dist` so that processes start fast. Start at [OldClasses].
///
/// Runs once a build, in a process of its own. Published jars do not go through it: the build has made classes and
/// methods of their lambdas and switches (`dev.sheaf.build`).
@NullMarked
package dev.sheaf.cli.startup;

import org.jspecify.annotations.NullMarked;
