/// Files in buckets of S3 and of what speaks its language.
///
/// Start at [S3Store], a bucket: it makes addresses of keys and lists folders ([Listing]). Each request is
/// signed ([SigV4]) by what [AwsSettings] finds in the environment and in the usual files.
@NullMarked
package dev.sheaf.io.remote.s3;

import org.jspecify.annotations.NullMarked;
