package dev.sheaf.io.remote.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLException;

/// Sends requests, and sends them again where a server or the way to it fails for a while.
///
/// A [FileSystemException] will not pass; any other failure may. Redirects are followed, but not from https to http.
public final class Requests {
    private static final int MOST_REDIRECTS = 10;
    private static final int MOST_ERROR_BYTES = 1 << 14;
    private static final Duration CONNECTING = Duration.ofSeconds(15);

    private final HttpClient client;
    private final Patience patience;

    /// Requests over connections that are kept and shared; HTTP/1.1, a connection for each range under way.
    public Requests(Patience patience) {
        this.patience = patience;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECTING)
                .build();
    }

    /// The answer to a request: a part, a whole file, or that the range lies outside ([Answer#OUTSIDE]).
    ///
    /// @throws FileSystemException if there is none; the reason says why
    public Answer send(Ask ask, Signer signer) throws IOException {
        for (int attempt = 1; ; attempt++) {
            long asked = 0;
            IOException failure;
            try {
                Answer answer = follow(ask, signer);
                if (!HttpErrors.isPassing(answer.status())) {
                    return checked(answer, ask);
                }
                asked = retryAfter(answer);
                failure = HttpErrors.of(answer, ask.name());
            } catch (FileSystemException | ClosedByInterruptException forGood) {
                throw forGood;
            } catch (IOException maybePassing) {
                failure = maybePassing;
            }
            if (attempt == patience.attempts()) {
                throw HttpErrors.gaveUp(ask.name(), attempt, failure);
            }
            sleep(patience.pause(attempt, asked));
        }
    }

    private static Answer checked(Answer answer, Ask ask) throws IOException {
        String encoding = answer.headers().firstValue("Content-Encoding").orElse("identity");
        return switch (answer.status()) {
            case Answer.CHANGED -> throw HttpErrors.changed(ask.name());
            case Answer.OUTSIDE -> answer;
            case Answer.OK, Answer.PART -> {
                if (!encoding.equals("identity")) {
                    if (answer.whole() != null) {
                        answer.whole().close();
                    }
                    throw HttpErrors.odd(ask.name(), "compresses what it sends, which was not asked for");
                }
                yield answer;
            }
            default -> throw HttpErrors.of(answer, ask.name());
        };
    }

    private Answer follow(Ask ask, Signer signer) throws IOException {
        Ask now = ask;
        for (int redirects = 0; redirects < MOST_REDIRECTS; redirects++) {
            Answer answer = sendOnce(now, signer);
            String place = answer.headers().firstValue("Location").orElse("");
            if (!HttpErrors.isRedirect(answer.status()) || place.isEmpty()) {
                return answer;
            }
            now = now.to(redirected(now, place));
        }
        throw HttpErrors.odd(ask.name(), "redirects more than " + MOST_REDIRECTS + " times");
    }

    private static URI redirected(Ask from, String place) throws FileSystemException {
        URI to;
        try {
            to = from.uri().resolve(place);
        } catch (IllegalArgumentException unreadable) {
            throw HttpErrors.odd(from.name(), "redirects to what is no address");
        }
        boolean same = from.uri().getScheme().equals(to.getScheme());
        if (to.getHost() == null || !(same || "https".equals(to.getScheme()))) {
            throw HttpErrors.odd(from.name(), "redirects from " + from.uri().getScheme() + " to " + to.getScheme());
        }
        return to;
    }

    private Answer sendOnce(Ask ask, Signer signer) throws IOException {
        Map<String, String> headers = new TreeMap<>(ask.headers());
        headers.putAll(signer.headers(ask.uri(), headers));
        HttpRequest.Builder request = HttpRequest.newBuilder(ask.uri()).timeout(patience.silence());
        headers.forEach(request::header);
        AtomicLong received = new AtomicLong();
        var sent = client.sendAsync(request.build(), info -> body(ask, info, received));
        HttpResponse<Body> response = await(sent, received, ask);
        Body body = response.body();
        return new Answer(response.statusCode(), response.headers(), body.bytes(), body.file());
    }

    private static Body body(Ask ask, HttpResponse.ResponseInfo info, AtomicLong received) {
        boolean isWanted = info.statusCode() == Answer.OK || info.statusCode() == Answer.PART;
        if (!isWanted) {
            return Body.ofFirst(MOST_ERROR_BYTES, received);
        }
        try {
            return ask.isRange() && info.statusCode() == Answer.OK
                    ? Body.ofFile(received)
                    : Body.ofAtMost(ask.count(), received);
        } catch (IOException noRoom) {
            throw new UncheckedIOException("no temporary file can be made for what the server sends", noRoom);
        }
    }

    /// Waits as long as something comes.
    private HttpResponse<Body> await(CompletableFuture<HttpResponse<Body>> sent, AtomicLong received, Ask ask)
            throws IOException {
        long before = -1;
        while (true) {
            try {
                return sent.get(patience.silence().toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException silent) {
                if (received.get() == before) {
                    sent.cancel(true);
                    throw new IOException("the server says nothing", silent);
                }
                before = received.get();
            } catch (InterruptedException interrupted) {
                sent.cancel(true);
                Thread.currentThread().interrupt();
                throw new ClosedByInterruptException();
            } catch (ExecutionException failed) {
                throw failure(Objects.requireNonNullElse(failed.getCause(), failed), ask);
            }
        }
    }

    private static IOException failure(Throwable cause, Ask ask) {
        return switch (cause) {
            case ConnectException connect
            when hasUnresolved(connect) ->
                new FileSystemException(
                        ask.name(), null, "there is no host " + ask.uri().getHost());
            case SSLException insecure ->
                new FileSystemException(ask.name(), null, "the connection is not secure: " + insecure.getMessage());
            case IOException io when io.getMessage() != null -> io;
            case IOException io -> new IOException("the connection failed", io);
            default -> new IOException(String.valueOf(cause.getMessage()), cause);
        };
    }

    private static boolean hasUnresolved(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof UnresolvedAddressException) {
                return true;
            }
        }
        return false;
    }

    private static long retryAfter(Answer answer) {
        String header = answer.headers().firstValue("Retry-After").orElse("");
        return header.matches("\\d{1,4}") ? Long.parseLong(header) : 0;
    }

    private static void sleep(Duration pause) throws ClosedByInterruptException {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ClosedByInterruptException();
        }
    }
}
