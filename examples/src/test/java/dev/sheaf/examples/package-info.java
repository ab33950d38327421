@NullMarked
package dev.sheaf.examples;

import org.jspecify.annotations.NullMarked;
