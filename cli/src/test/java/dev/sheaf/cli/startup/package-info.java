/// Tests of the rewriting of jars for a fast start.
@NullMarked
package dev.sheaf.cli.startup;

import org.jspecify.annotations.NullMarked;
