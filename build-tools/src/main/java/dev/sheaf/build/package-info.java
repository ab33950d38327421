/// What the build does to the classes of Sheaf after the compiler. Start at [dev.sheaf.build.Desugar].
@NullMarked
package dev.sheaf.build;

import org.jspecify.annotations.NullMarked;
