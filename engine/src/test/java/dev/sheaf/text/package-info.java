/// Tests of [dev.sheaf.text].
package dev.sheaf.text;
