<?php

declare(strict_types=1);

// Runs PHP scripts in copies of this process: PHP with its extensions is loaded once, and the library is compiled once.
// No script leaves anything behind, and each one starts in a PHP in which nothing has run yet.
//
// Descriptor 3 receives a line of JSON for each script: id, file, cwd, env, argv, prepend, and the files for its output
// and its errors. Descriptor 4 returns the id and the exit code of each script that has ended, or -1 if a signal has
// ended it.

(static function (): void {
    $libc = FFI::cdef('
        int open(const char *path, int flags, int mode);
        int dup2(int from, int to);
        int close(int fd);
        void *dlsym(void *handle, const char *name);
        int *mmap(void *address, size_t length, int protection, int flags, int fd, long offset);
    ');
    $php = $place = null;
    try {
        $php = FFI::cdef('
            struct { const char *name, *pretty_name; void *startup, *shutdown, *activate, *deactivate; } sapi_module;
            int executor_globals[256];
        ');
    } catch (FFI\Exception) {
        // In a thread-safe PHP, these symbols have other names.
    }
    // PHP stores the exit code directly after the value that error_reporting() sets.
    $reporting = error_reporting(0x5eed);
    for ($at = 0; $php !== null && $place === null && $at < 255; $at++) {
        $place = $php->executor_globals[$at] === 0x5eed ? $at + 1 : null;
    }
    error_reporting($reporting);
    // Exit codes by id, in memory shared with the copies: readable and writable, without a file.
    $slots = 1024;
    $codes = $libc->mmap(null, $slots * 4, 3, 0x21, -1, 0);
    $requests = fopen('php://fd/3', 'r');
    $replies = fopen('php://fd/4', 'w');
    // The end of a child interrupts the wait below.
    pcntl_signal(SIGCHLD, static fn () => null, false);
    $ids = [];
    $text = '';
    while (true) {
        while ($ids !== [] && ($child = pcntl_wait($status, WNOHANG)) > 0) {
            $kept = $codes[$ids[$child] % $slots];
            $code = !pcntl_wifexited($status) ? -1 : ($kept < 0 ? pcntl_wexitstatus($status) : $kept);
            fwrite($replies, "$ids[$child] $code\n");
            unset($ids[$child]);
        }
        if (!str_contains($text, "\n")) {
            [$read, $none] = [[$requests], null];
            if (!@stream_select($read, $none, $none, $ids === [] ? null : 0, $ids === [] ? null : 10_000)) {
                continue;
            }
            $more = fread($requests, 65536);
            if ($more === '' || $more === false) {
                exit;
            }
            $text .= $more;
            continue;
        }
        [$line, $text] = explode("\n", $text, 2);
        $script = json_decode($line, true, 16, JSON_THROW_ON_ERROR);
        $slot = $script['id'] % $slots;
        $codes[$slot] = -1;
        $child = pcntl_fork();
        if ($child !== 0) {
            $ids[$child] = $script['id'];
            continue;
        }
        pcntl_signal(SIGCHLD, SIG_DFL);
        fclose($requests);
        fclose($replies);
        // Opened for reading; or for writing, created if missing and truncated.
        [$reading, $writing] = [0, 01101];
        $files = [['/dev/null', $reading], [$script['out'], $writing], [$script['err'], $writing]];
        foreach ($files as $to => [$path, $flags]) {
            $from = $libc->open($path, $flags, 0600);
            $libc->dup2($from, $to);
            $libc->close($from);
        }
        foreach (array_diff_key(getenv(), $script['env']) as $name => $value) {
            putenv($name);
            unset($_ENV[$name], $_SERVER[$name]);
        }
        foreach (array_diff_assoc($script['env'], getenv()) as $name => $value) {
            putenv("$name=$value");
            $_SERVER[$name] = $value;
        }
        chdir($script['cwd']);
        $_SERVER['REQUEST_TIME_FLOAT'] = microtime(true);
        $_SERVER['REQUEST_TIME'] = time();
        $GLOBALS['argv'] = $_SERVER['argv'] = $script['argv'];
        $GLOBALS['argc'] = $_SERVER['argc'] = count($script['argv']);
        // After a script, PHP frees the memory that it shares with its original piece by piece, which takes longer than
        // a short script. If the exit code is available, the copy ends before that, when PHP notifies its host that the
        // script has ended.
        $own = getmypid();
        $end = static function () use ($libc, $php, $codes, $slot, $place, $own): void {
            if ($place !== null && getmypid() === $own) {
                $codes[$slot] = $php->executor_globals[$place] & 0xff;
                $php->sapi_module->deactivate = $libc->dlsym(null, '_exit');
            }
        };
        // Registered last, as other shutdown functions can still change the exit code.
        register_shutdown_function(static fn () => register_shutdown_function($end));
        define('WARM_PREPEND', $script['prepend']);
        define('WARM_SCRIPT', $script['file']);

        return;
    }
})();

// Runs in the global scope, like a script in a separate process.
require WARM_PREPEND;
require WARM_SCRIPT;
