/// Tests of the launcher `./sheaf` against made-up JDKs and a made-up Maven: start at
/// [dev.sheaf.launcher.LauncherTest].
package dev.sheaf.launcher;
