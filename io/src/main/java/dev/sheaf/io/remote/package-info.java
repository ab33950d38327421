/// Files of `http:`, `https:` and `s3:` as paths, so that everything that reads a file reads these too.
///
/// Start at [RemoteNames], which makes a [RemotePath] of an address. Its provider ([RemoteProvider]) answers
/// what `java.nio.file` asks: attributes, folders, a [RemoteChannel] that reads by position, a [RemoteStream]
/// that reads ahead. What goes over the network is in [dev.sheaf.io.remote.http], buckets are in
/// [dev.sheaf.io.remote.s3]. Nothing is written.
@NullMarked
package dev.sheaf.io.remote;

import org.jspecify.annotations.NullMarked;
