<?php

/** Random operations on a table, and on an array of rows that must stay the same. Prints what is different. */

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Exception\Database\CheckViolation;
use Orm\Runtime\Exception\Database\UniqueViolation;
use Orm\Runtime\Orm;
use Orm\Runtime\Type\Range;
use Rich\Enum\OfferKinds;
use Rich\Enum\OfferState;
use Rich\Map\OfferTableMap;
use Rich\Offer;
use Rich\OfferQuery;

date_default_timezone_set('Europe/Berlin');
mt_srand('SEED');
$hasLists = OfferTableMap::getTableMap()->hasColumn('tags');
$hasStamp = OfferTableMap::getTableMap()->hasColumn('stamp');
$pick = static fn (array $list): mixed => $list[mt_rand(0, count($list) - 1)];
$cents = static fn (int $cents): string => sprintf('%d.%02d', intdiv($cents, 100), $cents % 100);

/** A value for a column, as an application has it. */
$value = static function (string $name) use ($pick, $cents): mixed {
    return match ($name) {
        'Title' => $pick([null, 'x' . mt_rand(0, 400), "it's \"" . mt_rand(0, 400) . '\\', 'é😀' . mt_rand(0, 400), '']),
        'Price' => $pick([$cents(mt_rand(0, 99_999)), $cents(mt_rand(0, 500)), '-0.01', '1000.00']),
        'Quantity' => $pick([1, 2, mt_rand(1, 999), mt_rand(1, 9), 0, -1]),
        'State' => $pick(OfferState::cases()),
        'Kinds' => array_values(array_filter(OfferKinds::cases(), static fn (): bool => mt_rand(0, 1) === 1)),
        'Meta' => $pick([null, ['a' => mt_rand(0, 3), 'list' => [1, 'é', null]], ['b' => ['c' => true]]]),
        'Tags' => $pick([[], ['a'], ['b', 'a'], ['x, {y}', '"', '\\', null]]),
        'Ages' => $pick([null, new Range(1, 5), new Range(mt_rand(0, 9), mt_rand(10, 20), '[]'), new Range(3), Range::empty()]),
        'Seen' => $pick([null, new DateTimeImmutable(sprintf('2020-%02d-%02d 10:%02d:00.%06d', mt_rand(1, 12), mt_rand(1, 28), mt_rand(0, 59), mt_rand(0, 999_999)))]),
    };
};
$names = ['Title', 'Price', 'Quantity', 'State', 'Kinds', 'Meta', ...($hasLists ? ['Tags', 'Ages'] : []), 'Seen'];
$isAllowed = static fn (array $row): bool => $row['Title'] !== '' && $row['Quantity'] > 0 && $row['Price'][0] !== '-' && (float) $row['Price'] < 1000;

/** A row in a form in which equal ones are equal. */
$plain = static function (array $row) use ($cents): array {
    $row['Price'] = $cents((int) round((float) $row['Price'] * 100));
    $row['Total'] = $cents((int) round((float) $row['Price'] * 100) * $row['Quantity']);

    ksort($row);

    return array_map(static fn (mixed $one): mixed => match (true) {
        $one instanceof DateTimeInterface => $one->format('U.u'),
        $one instanceof Range && $one->isEmpty() => 'empty',
        $one instanceof Range => (string) new Range($one->lower, $one->upper === null || $one->bounds[1] === ')' ? $one->upper : $one->upper + 1),
        is_array($one) => json_encode($one),
        default => $one,
    }, $row);
};
$rowOf = static function (Offer $offer) use ($names): array {
    $row = [];
    foreach ($names as $name) {
        $row[$name] = $offer->{'get' . $name}();
    }

    return $row;
};
$readRow = static function (Offer $offer) use ($rowOf, $plain): array {
    $row = $plain($rowOf($offer));
    $row['Total'] = $offer->getTotal();

    return $row;
};

/** @var array<int, array<string, mixed>> $rows by key */
$rows = [];
$failures = [];
$check = static function (string $what, mixed $is, mixed $expected) use (&$failures): void {
    if ($is !== $expected) {
        $failures[] = "$what: " . json_encode($is) . ', expected ' . json_encode($expected);
    }
};
$defaults = ['Title' => null, 'Price' => '1.50', 'Quantity' => 1, 'State' => OfferState::from('new'), 'Kinds' => [], 'Meta' => null, 'Tags' => [], 'Ages' => null, 'Seen' => null];
$defaults = array_intersect_key($defaults, array_flip($names));
$isTaken = static function (?string $title, int $but) use (&$rows): bool {
    foreach ($rows as $id => $row) {
        if ($title !== null && $row['Title'] === $title && $id !== $but) {
            return true;
        }
    }

    return false;
};
$fill = static function (Offer $offer, array $row) use ($names, $value): array {
    foreach ($names as $name) {
        if (mt_rand(0, 2) > 0) {
            $row[$name] = $value($name);
            $offer->{'set' . $name}($row[$name]);
        }
    }

    return $row;
};
$checks = ['title_given', 'price_fair', 'DOMAIN_CHECK'];
/** Saves what may be saved, and sees the violation otherwise. */
$save = static function (Offer $offer, array $row, int $step) use (&$rows, $checks, $isAllowed, $isTaken, $check): bool {
    $mayBe = $isAllowed($row);
    $isTwice = $isTaken($row['Title'], (int) $offer->getId());
    try {
        $offer->save();
        $check("$step is saved", true, $mayBe && !$isTwice);
    } catch (CheckViolation $violation) {
        $check("$step is refused", $mayBe, false);
        $check("$step names the check", in_array($violation->getConstraint(), $checks, true), true);

        return false;
    } catch (UniqueViolation) {
        $check("$step is unique", $isTwice, true);

        return false;
    }

    return true;
};
$connection = Orm::getConnection('rich');
$steps = 'STEPS';
for ($step = 0; $step < $steps && count($failures) < 5; $step++) {
    $id = $rows === [] ? 0 : $pick(array_keys($rows));
    switch ($id === 0 ? 0 : mt_rand(0, 9)) {
        case 0:
        case 1:
            $offer = new Offer();
            $row = $fill($offer, $defaults);
            if ($save($offer, $row, $step)) {
                $rows[$offer->getId()] = $row;
                $check("$step knows what was made", $readRow($offer), $plain($row));
            }
            break;
        case 2:
        case 3:
            $offer = OfferQuery::create()->findPk($id);
            $before = $hasStamp ? $offer->getStamp('U.u') : null;
            $row = $fill($offer, $rows[$id]);
            $isChanged = $offer->isModified();
            if ($save($offer, $row, $step)) {
                $rows[$id] = $row;
                $check("$step knows what was changed", $readRow($offer), $plain($row));
                if ($hasStamp && $isChanged) {
                    $check("$step has a new stamp", $offer->getStamp('U.u') > (string) $before, true);
                }
            }
            OfferTableMap::clearInstancePool();
            break;
        case 4:
            $offers = new ObjectCollection();
            $offers->setModel(Offer::class);
            $given = [];
            for ($i = 0; $i < 3; $i++) {
                $offer = new Offer();
                $row = ['Title' => null, 'Price' => '2.25', 'Quantity' => 3] + $fill($offer, $defaults);
                $offer->setTitle(null)->setPrice('2.25')->setQuantity(3);
                $offers[] = $offer;
                $given[] = $row;
            }
            $offers->save();
            foreach ($offers as $i => $offer) {
                $rows[$offer->getId()] = $given[$i];
                $check("$step knows row $i", $readRow($offer), $plain($given[$i]));
            }
            break;
        case 5:
            OfferQuery::create()->findPk($id)->delete();
            unset($rows[$id]);
            break;
        case 6:
            $state = $pick(OfferState::cases());
            $quantity = mt_rand(1, 50);
            $count = OfferQuery::create()->filterByState($state)->filterByQuantity(['max' => 20])->update(['Quantity' => $quantity, 'State' => OfferState::from('new')]);
            $hit = array_filter($rows, static fn (array $row): bool => $row['State'] === $state && $row['Quantity'] <= 20);
            foreach (array_keys($hit) as $key) {
                $rows[$key] = ['Quantity' => $quantity, 'State' => OfferState::from('new')] + $rows[$key];
            }
            // MySQL counts only the rows that change.
            if (!$hasStamp) {
                $check("$step updates", $count, count($hit));
            }
            OfferTableMap::clearInstancePool();
            break;
        case 7:
            $before = $rows;
            $connection->beginTransaction();
            $offer = OfferQuery::create()->findPk($id);
            $offer->setQuantity(77)->save();
            (new Offer())->setPrice('3.00')->save();
            $connection->rollBack();
            OfferTableMap::clearInstancePool();
            $check("$step is undone", OfferQuery::create()->count(), count($before));
            break;
        case 8:
            $copy = (new Offer())->fromArray(array_diff_key(json_decode(OfferQuery::create()->findPk($id)->toJSON(), true), ['Id' => 1, 'Total' => 1, 'Stamp' => 1]));
            $copy->setTitle(null)->save();
            $rows[$copy->getId()] = ['Title' => null] + $rows[$id];
            $check("$step is a copy", $readRow($copy), $plain($rows[$copy->getId()]));
            break;
        default:
            [$min, $state, $kind] = [mt_rand(0, 500), $pick(OfferState::cases()), $pick(OfferKinds::cases())];
            $filters = [
                'Total' => [
                    static fn (OfferQuery $query) => $query->filterByTotal(['min' => $min]),
                    static fn (array $row): bool => (int) round((float) $row['Price'] * 100) * $row['Quantity'] >= $min * 100,
                ],
                'State' => [
                    static fn (OfferQuery $query) => $query->filterByState([$state, OfferState::from('new')]),
                    static fn (array $row): bool => in_array($row['State'], [$state, OfferState::from('new')], true),
                ],
                'Kinds' => [
                    static fn (OfferQuery $query) => $query->filterByKind($kind),
                    static fn (array $row): bool => in_array($kind, $row['Kinds'], true),
                ],
                'Seen' => [
                    static fn (OfferQuery $query) => $query->filterBySeen(['min' => '2020-06-15 00:00:00']),
                    static fn (array $row): bool => $row['Seen'] >= new DateTimeImmutable('2020-06-15 00:00:00'),
                ],
                'Meta' => [
                    static fn (OfferQuery $query) => $query->whereJson('Meta', '$.a', 2),
                    static fn (array $row): bool => ($row['Meta']['a'] ?? null) === 2,
                ],
            ] + ($hasLists ? [
                'Tags' => [
                    static fn (OfferQuery $query) => $query->filterByTags('a', Criteria::ANY),
                    static fn (array $row): bool => in_array('a', $row['Tags'], true),
                ],
                'Ages' => [
                    static fn (OfferQuery $query) => $query->filterByAges(4, Criteria::CONTAINS),
                    static fn (array $row): bool => $row['Ages'] !== null && $row['Ages']->contains(4),
                ],
            ] : []);
            $name = $pick(array_keys($filters));
            [$filter, $fits] = $filters[$name];
            $found = $filter(OfferQuery::create())->select('Id')->orderById()->find()->getData();
            $wanted = array_keys(array_filter($rows, $fits));
            sort($wanted);
            $check("$step finds by $name", array_map(intval(...), $found), $wanted);
    }
    if ($step % 25 === 24) {
        OfferTableMap::clearInstancePool();
        $all = [];
        foreach (OfferQuery::create()->find() as $offer) {
            $all[$offer->getId()] = $readRow($offer);
        }
        $wanted = array_map($plain, $rows);
        ksort($all);
        ksort($wanted);
        $check("$step: keys", array_keys($all), array_keys($wanted));
        foreach ($wanted as $key => $row) {
            $check("$step: row $key", $all[$key] ?? null, $row);
        }
    }
}
echo $failures === [] ? "$step steps" : implode("\n", array_map(static fn (string $one): string => substr($one, 0, 900), $failures));
