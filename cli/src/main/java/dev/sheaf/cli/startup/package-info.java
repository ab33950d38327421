/// What the launcher does to the jars of `target/dist` so that processes start fast: [OldClasses].
///
/// Runs once a build, in a process of its own. Published jars are as the compiler made them.
@NullMarked
package dev.sheaf.cli.startup;

import org.jspecify.annotations.NullMarked;
