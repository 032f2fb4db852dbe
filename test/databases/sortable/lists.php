<?php

declare(strict_types=1);

// Prints the ranks of all lists of a table and the titles of all rows, read on a fresh connection.

use Orm\Runtime\Orm;

$map = 'Lists\\Map\\' . $argv[1] . 'TableMap';
$rank = substr($map::RANK_COL, strrpos($map::RANK_COL, '.') + 1);
$scope = defined($map . '::SCOPE_COL') ? substr($map::SCOPE_COL, strrpos($map::SCOPE_COL, '.') + 1) : "'all'";
$rows = Orm::getConnection('lists')->query(sprintf(
    'SELECT %1$s, %2$s, title FROM %3$s ORDER BY %2$s',
    $scope,
    $rank,
    $map::TABLE_NAME,
));
$lists = [];
$titles = [];
foreach ($rows as [$list, $position, $title]) {
    $lists[$list ?? 'null'][] = (int) $position;
    $titles[] = $title;
}
echo json_encode(['lists' => (object) $lists, 'titles' => $titles], JSON_THROW_ON_ERROR);
