<?php

declare(strict_types=1);

// One process that writes while the primary dies and another server takes its place. It says what it was told: which
// rows are there, and which operations failed in which way.

use Lists\Entry;
use Lists\EntryQuery;
use Lists\Map\EntryTableMap;
use Orm\Runtime\Connection\Exception\ConnectionException;
use Orm\Runtime\Exception\Database\ConnectionLost;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Orm;

[, $number, $writes, $progress, $onlyInserts] = $argv;
mt_srand(104_729 * ((int) $number + 1));
$con = Orm::getConnection('lists');
$deadline = microtime(true) + 60;

/** @var array<string, true> $rows titles of rows that are there, as this process was told, in the order of writes */
$rows = [];
$failures = [];
/** What had failed with unknown outcome and was done, or was not. */
$unsure = ['done' => 0, 'not done' => 0];

/** Calls until it succeeds; a failure is counted, and the pause lets the other server take over. */
$persistently = static function (string $what, Closure $work, ?Closure $isDone = null) use (&$failures, &$unsure, $deadline, &$persistently): void {
    for (;;) {
        try {
            $work();

            return;
        } catch (ExceptionInterface $failure) {
            $isLost = $failure instanceof ConnectionLost;
            if (!$isLost && !$failure instanceof ConnectionException || microtime(true) > $deadline) {
                throw $failure;
            }
            $isUnknown = str_contains($failure->getMessage(), 'may be committed or not');
            $kind = $what . ': ' . ($isLost ? 'ConnectionLost' : 'ConnectionException') . ($isUnknown ? ' in the commit' : '');
            $failures[$kind] = ($failures[$kind] ?? 0) + 1;
            usleep(100_000);
            if (!$isLost || $isDone === null) {
                continue;
            }
            // Only the database can tell, when there is one again.
            $done = false;
            $persistently('ask', static function () use ($isDone, &$done): void {
                EntryTableMap::clearInstancePool();
                $done = $isDone();
            });
            $unsure[$done ? 'done' : 'not done']++;
            if ($done) {
                return;
            }
        }
    }
};

$isThere = static fn (string $title): bool => EntryQuery::create()->filterByTitle($title)->exists();

for ($write = 1; $write <= (int) $writes; $write++) {
    $title = "w$number-$write";
    $dice = $onlyInserts ? 1 : mt_rand(1, 10);
    $other = array_rand($rows + ['' => true]);
    if ($dice <= 5 || $other === '') {
        $entry = (new Entry())->setTitle($title)->setScopeValue(mt_rand(1, 3));
        // The same object is saved again.
        $persistently('save', static fn () => $entry->save(), static fn () => $isThere($title));
        $rows[$title] = true;
    } elseif ($dice <= 7) {
        $entry = null;
        $persistently('find', static function () use (&$entry, $other): void {
            $entry = EntryQuery::create()->filterByTitle($other)->findOne();
        });
        assert($entry !== null, "$other was reported and is not there");
        $entry->setTitle($title);
        $persistently('save', static function () use ($entry, $title): void {
            assert($entry->getTitle() === $title && $entry->isModified());
            $entry->save();
        }, static fn () => $isThere($title));
        unset($rows[$other]);
        $rows[$title] = true;
    } elseif ($dice === 8) {
        $persistently(
            'delete',
            static fn () => EntryQuery::create()->filterByTitle($other)->delete(),
            static fn () => !$isThere($other),
        );
        unset($rows[$other]);
    } else {
        $pair = [
            (new Entry())->setTitle($title)->setScopeValue(1)->insertAtTop(),
            (new Entry())->setTitle("$title-second")->setScopeValue(2)->insertAtTop(),
        ];
        $persistently('transaction', static fn () => $con->transaction(static function () use ($pair): void {
            foreach ($pair as $entry) {
                assert($entry->isNew());
                $entry->save();
            }
        }), static function () use ($isThere, $title): bool {
            $first = $isThere($title);
            assert($first === $isThere("$title-second"), 'half of a transaction');

            return $first;
        });
        $rows += [$title => true, "$title-second" => true];
    }
    file_put_contents($progress, '.', FILE_APPEND);
}
echo json_encode(['rows' => array_keys($rows), 'failures' => (object) $failures, 'unsure' => $unsure], JSON_THROW_ON_ERROR);
