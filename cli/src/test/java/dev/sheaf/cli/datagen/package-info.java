@NullMarked
package dev.sheaf.cli.datagen;

import org.jspecify.annotations.NullMarked;
