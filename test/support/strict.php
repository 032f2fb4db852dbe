<?php

declare(strict_types=1);

// Prepended to every PHP script of a test, so that not even a notice or a deprecation goes unnoticed.
error_reporting(-1);
set_error_handler(static function (int $severity, string $message, string $file, int $line): bool {
    if ((error_reporting() & $severity) === 0) {
        return false;
    }
    throw new ErrorException($message, 0, $severity, $file, $line);
});

// PHP defines these streams only for files, not for code from standard input.
foreach (['STDIN' => 'r', 'STDOUT' => 'w', 'STDERR' => 'w'] as $name => $mode) {
    defined($name) || define($name, fopen('php://' . strtolower($name), $mode));
}
unset($name, $mode);
