/// Tests of the shell, on JLine's own virtual terminal and on one of the system.
package dev.sheaf.cli.shell;
