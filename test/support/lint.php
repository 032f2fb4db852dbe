<?php

declare(strict_types=1);

// Reads file names from standard input, one per line, and prints a line for each that is not valid PHP.
while (($file = fgets(STDIN)) !== false) {
    $file = rtrim($file, "\n");
    try {
        token_get_all((string) file_get_contents($file), TOKEN_PARSE);
    } catch (ParseError $error) {
        echo $file, ':', $error->getLine(), ': ', $error->getMessage(), "\n";
    }
}
