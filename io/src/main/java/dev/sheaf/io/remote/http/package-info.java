/// Files on other hosts, read by ranges over HTTP.
///
/// Start at [Store], which is a host or a bucket and opens [RemoteFile]s by key, over HTTP [HttpFile]s.
/// [Requests] sends what they ask for, and asks again where a server or the way to it fails for a while;
/// [HttpErrors] says what an answer means that is no file.
@NullMarked
package dev.sheaf.io.remote.http;

import org.jspecify.annotations.NullMarked;
