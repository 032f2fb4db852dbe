<?php

declare(strict_types=1);

// What one process sees behind a pool of connections.

use Lists\Entry;
use Lists\EntryQuery;
use Lists\Map\EntryTableMap;
use Orm\Runtime\Orm;

$con = Orm::getConnection('lists');
EntryQuery::create()->deleteAll();

match ($argv[1]) {
    'left' => (static function () use ($con): void {
        foreach ([1, 2, 3] as $i) {
            (new Entry())->setTitle("e$i")->setScopeValue(1)->insertAtTop()->save();
        }
        $con->transaction(static fn () => EntryQuery::create()->findOneByRank(3, 1)->moveToTop());
        $show = static fn (string $sql): string => (string) $con->query($sql)->fetchColumn();
        assert($show('SHOW lock_timeout') === '0');
        assert($show("SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()") === '0');
        assert($show('SELECT COUNT(*) FROM pg_prepared_statements') === '0');
        assert(EntryQuery::create()->findList(1)->getColumnValues('Title') === ['e1', 'e3', 'e2']);
    })(),
    'discarded' => (static function () use ($con): void {
        foreach (range(1, 20) as $i) {
            (new Entry())->setTitle("e$i")->setPosition($i)->setScopeValue(1)->save();
            EntryTableMap::clearInstancePool();
            assert(EntryQuery::create()->findOneByTitle("e$i")->getPosition() === $i);
            assert(EntryQuery::create()->filterByTitle("e$i")->count() === 1);
            $con->transaction(static fn () => EntryQuery::create()->findOneByRank(1, 1)->moveToBottom(), retries: 1);
        }
        assert(EntryQuery::create()->findList(1)->getColumnValues('Position') === range(1, 20));
    })(),
};
echo 'ok';
