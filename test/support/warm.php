<?php

declare(strict_types=1);

// Runs PHP scripts in copies of this process: PHP with its extensions is loaded once, and the library is compiled once.
// No script leaves anything behind, and each one meets a PHP in which nothing has run yet.
//
// Descriptor 3 has a line of JSON for each script: id, file, cwd, env, argv, prepend, and the files for its output and
// its errors. Descriptor 4 gets the id and the exit code of each one that has ended, or -1 if a signal has ended it.

(static function (): void {
    $libc = FFI::cdef('
        int open(const char *path, int flags, int mode);
        int dup2(int from, int to);
        int close(int fd);
    ');
    $requests = fopen('php://fd/3', 'r');
    $replies = fopen('php://fd/4', 'w');
    // A child that ends interrupts the waiting below.
    pcntl_signal(SIGCHLD, static fn () => null, false);
    $ids = [];
    $text = '';
    while (true) {
        while ($ids !== [] && ($child = pcntl_wait($status, WNOHANG)) > 0) {
            $code = pcntl_wifexited($status) ? pcntl_wexitstatus($status) : -1;
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
        $child = pcntl_fork();
        if ($child !== 0) {
            $ids[$child] = $script['id'];
            continue;
        }
        pcntl_signal(SIGCHLD, SIG_DFL);
        fclose($requests);
        fclose($replies);
        // To be read; or to be written, made if it is missing, and emptied.
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
        define('WARM_PREPEND', $script['prepend']);
        define('WARM_SCRIPT', $script['file']);

        return;
    }
})();

// In the scope that a script of its own has.
require WARM_PREPEND;
require WARM_SCRIPT;
