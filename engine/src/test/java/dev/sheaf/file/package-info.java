/// Tests of [dev.sheaf.file].
package dev.sheaf.file;
