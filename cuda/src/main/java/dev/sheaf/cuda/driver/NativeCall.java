package dev.sheaf.cuda.driver;

/// One call of a bound function, which returns the function's own code. Method handles declare that they throw
/// anything; bound C functions throw nothing.
@FunctionalInterface
interface NativeCall {

    /// Calls the function.
    int run() throws Throwable;

    /// The code that `call` returns.
    static int code(NativeCall call) {
        try {
            return call.run();
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }
}
