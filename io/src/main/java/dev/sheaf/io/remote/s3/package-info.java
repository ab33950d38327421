/// Files in buckets of S3 and of what speaks its language.
///
/// [S3Store] is a bucket: it makes addresses of keys and lists folders ([Listing]). Each request is signed
/// ([SigV4]) by what [AwsSettings] finds in the environment and in the usual files.
@NullMarked
package dev.sheaf.io.remote.s3;

import org.jspecify.annotations.NullMarked;
