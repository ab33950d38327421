package dev.sheaf.io.remote.s3;

/// Who asks. The text of it says nothing, so that no message can.
///
/// @param token of a session, or empty
record Credentials(String key, String secret, String token) {
    @Override
    public String toString() {
        return "credentials";
    }
}
