<?php

declare(strict_types=1);

// Runs all scenarios and prints what came of each, as JSON by their ids.

use Orm\Runtime\Orm;

require __DIR__ . '/Lists.php';

/** The move that another connection makes: d to the top. */
function elsewhereDToTop(Lists $t): void
{
    $map = $t->map();
    $rank = $t->quoted(substr($map::RANK_COL, strrpos($map::RANK_COL, '.') + 1));
    $table = $t->quoted($map::TABLE_NAME);
    $pdo = $t->elsewhere();
    $pdo->exec(sprintf('UPDATE %s SET %s = %s + 10', $table, $rank, $rank));
    $pdo->exec(sprintf(
        "UPDATE %s SET %s = CASE title WHEN 'd' THEN 1 WHEN 'a' THEN 2 WHEN 'b' THEN 3 ELSE 4 END",
        $table,
        $rank,
    ));
}

/** A list of many rows, written by plain SQL. */
function fillMany(Lists $t, int $size): void
{
    $t->fill('');
    $map = $t->map();
    $rank = substr($map::RANK_COL, strrpos($map::RANK_COL, '.') + 1);
    for ($from = 1; $from <= $size; $from += 500) {
        $rows = array_map(
            static fn (int $i): string => "('r" . $i . "', " . $i . ')',
            range($from, min($size, $from + 499)),
        );
        $t->con->exec(sprintf('INSERT INTO %s (title, %s) VALUES %s', $map::TABLE_NAME, $rank, implode(', ', $rows)));
    }
}

/** @return string 'ok', or why not */
function attempt(Lists $t, array $scenario, ?string $class = null): string
{
    [$fixture, $do, $expected] = $scenario;
    try {
        $t->start($fixture, $class);
        $do($t);
        ($t->class)::$on = [];
        if ($t->con->isInTransaction()) {
            $t->con->forceRollBack();
            throw new LogicException('a transaction is still open');
        }
        $t->db($expected);

        return 'ok';
    } catch (Throwable $failure) {
        $t->con->useDebug(false);
        $t->con->forceRollBack();
        $cause = $failure->getPrevious() === null ? '' : ' <- ' . $failure->getPrevious()->getMessage();

        return sprintf(
            '%s: %s%s at %s:%d',
            $failure::class,
            $failure->getMessage(),
            $cause,
            basename($failure->getFile()),
            $failure->getLine(),
        );
    }
}

/**
 * Repeats scenarios on another table.
 *
 * @param array<string, array<mixed>> $scenarios
 * @param list<string> $without marks of scenarios that make no sense there
 */
function repeated(Lists $t, array $scenarios, array $classes, array $without, ?array $only = null): string
{
    $failures = [];
    foreach ($scenarios as $id => $scenario) {
        $isWanted = $only === null || in_array($id, $only, true);
        if ($isWanted && isset($classes[$scenario[0]]) && !in_array($scenario[3] ?? '', $without, true)) {
            $result = attempt($t, $scenario, $classes[$scenario[0]]);
            if ($result !== 'ok') {
                $failures[] = $id . ': ' . $result;
            }
        }
    }

    return $failures === [] ? 'ok' : implode("\n", $failures);
}

$unscoped = require __DIR__ . '/unscoped.php';
$scoped = require __DIR__ . '/scoped.php';
$several = require __DIR__ . '/several.php';
$values = require __DIR__ . '/values.php';
$bulk = require __DIR__ . '/bulk.php';
$t = new Lists($argv[1] ?? 'sqlite');
$results = [];
foreach ($unscoped + $scoped + $several + $values + $bulk as $id => $scenario) {
    $results[$id] = attempt($t, $scenario);
}

$ids = static fn (int $from, int $to): array => array_map(
    static fn (int $i): string => sprintf('U%02d', $i),
    range($from, $to),
);
$unique = ['E' => 'UniqueItem', 'U' => 'UniqueItem', 'UG' => 'UniqueItem', 'S' => 'UniqueEntry'];
$results['V15'] = repeated($t, $unscoped + $scoped + $bulk, $unique, ['duplicate', 'many']);
Orm::disableInstancePooling();
$own = ['U' => 'Item', 'UD' => 'Item'];
$pools = ['U18', 'U24', ...$ids(40, 48)];
$results['V17'] = repeated($t, $unscoped, $own, ['pooled'], $pools);
Orm::enableInstancePooling();
$results['V19'] = repeated($t, $unscoped, ['U' => 'Pair', 'E' => 'Pair'], [], $ids(18, 32));
if ($results['V19'] === 'ok') {
    $results['V19'] = attempt($t, ['P', function (Lists $t): void {
        $t->query()->reorder([[$t->id('a'), 4], [$t->id('d'), 1]]);
        $t->db('[d b c a]');
        $t->query()->reorder([$t->map()::getInstanceKey($t->id('a')) => 1, $t->map()::getInstanceKey($t->id('d')) => 4]);
    }, '[a b c d]']);
}
ksort($results);
echo json_encode($results, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_PRETTY_PRINT);
