package dev.sheaf.query;

import java.nio.file.Path;

/// Makes paths of addresses such as `s3://bucket/x.parquet`. Found by [java.util.ServiceLoader]; see [FileFormats].
///
/// What `java.nio.file.Files` says of such a path is all that formats need: attributes, folders, and channels that
/// read by position. The text of a path has no secrets, since messages repeat it.
public interface PathResolver {

    /// Whether it knows addresses of a scheme: `s3`.
    boolean covers(String scheme);

    /// The path of an address with such a scheme. Nothing is asked for yet.
    ///
    /// @throws IllegalArgumentException if it is no address; the message has no secrets
    Path path(String address);
}
