<?php

/**
 * An application that inserts rows while the tables around it change: one row in a transaction, reported when it is
 * committed. Ends when its input ends. Arguments: the file, and the number of the writer.
 */

declare(strict_types=1);

[, $file, $writer] = $argv;
$pdo = new PDO("sqlite:$file", null, null, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION, PDO::ATTR_TIMEOUT => 120]);
stream_set_blocking(STDIN, false);
for ($number = 1; fgets(STDIN) === false && !feof(STDIN); $number++) {
    $pdo->exec('BEGIN IMMEDIATE');
    $pdo->exec("INSERT INTO book (writer, number) VALUES ($writer, $number)");
    $pdo->exec('COMMIT');
    echo "$number\n";
    usleep(random_int(0, 10_000));
}
