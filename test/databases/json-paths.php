<?php

// Compares queries by JSON paths with what PHP finds in the same documents.

use Bookstore\Book;
use Bookstore\BookQuery;
use Orm\Runtime\ActiveQuery\Criteria;

$scalars = [
    null, true, false, 0, 1, -1, 2, 10, 1.5, 0.1, -2.25, 1e3, 9007199254740993, '', 'a', 'A', 'b', 'a ', 'red', '1', 'true', 'null', '0',
    'é', 'ü"', "it's", '\\', '%', '😀', '{"x":1}', '[1]', "a\nb", '日本',
];
$names = ['a', 'b', 'color', '0', 'x y', 'é', "q'u", 'd"q', 'b\\s', '', '$', 'a.b', '[0]', 'A', '?', ':p1', ' -- ', '😀', 'a/b', "tab\t"];
$pick = static fn (array $list): mixed => $list[mt_rand(0, count($list) - 1)];
$value = static function (int $depth) use (&$value, $pick, $scalars, $names): mixed {
    $kind = mt_rand(0, 9);
    if ($depth === 0 || $kind < 5) {
        return $pick($scalars);
    }
    $made = [];
    for ($i = mt_rand(0, 3); $i > 0; $i--) {
        $made[$kind < 8 ? (string) $pick($names) . "\0" : count($made)] = $value($depth - 1);
    }
    if ($kind >= 8) {
        return $made;
    }
    $object = new stdClass();
    foreach ($made as $name => $one) {
        $object->{substr((string) $name, 0, -1)} = $one;
    }

    return $object;
};
/** @return array{bool, mixed} whether there is a value, and which */
$at = static function (mixed $document, array $steps): array {
    foreach ($steps as $step) {
        if (is_int($step) ? !is_array($document) : !$document instanceof stdClass) {
            return [false, null];
        }
        if (is_int($step) ? !array_key_exists($step, $document) : !property_exists($document, $step)) {
            return [false, null];
        }
        $document = is_int($step) ? $document[$step] : $document->$step;
    }

    return [true, $document];
};
$isNumber = static fn (mixed $one): bool => is_int($one) || is_float($one);
$equals = static fn (mixed $one, mixed $other): bool => $isNumber($one) && $isNumber($other) ? $one == $other : $one === $other;
$matches = static function (array $found, mixed $wanted, string $comparison) use ($equals, $isNumber): bool {
    [$is, $one] = $found;
    $isThere = $is && $one !== null;
    $isComparable = $isThere && ($isNumber($one) ? $isNumber($wanted) : is_string($one) && is_string($wanted));
    $order = static fn (): int => is_string($one) ? strcmp($one, $wanted) : $one <=> $wanted;

    return match ($comparison) {
        Criteria::EQUAL => $wanted === null ? !$isThere : $isThere && $equals($one, $wanted),
        Criteria::NOT_EQUAL => $isThere && ($wanted === null || !$equals($one, $wanted)),
        Criteria::LESS_THAN => $isComparable && $order() < 0,
        Criteria::LESS_EQUAL => $isComparable && $order() <= 0,
        Criteria::GREATER_THAN => $isComparable && $order() > 0,
        Criteria::GREATER_EQUAL => $isComparable && $order() >= 0,
        Criteria::ISNULL => !$isThere,
        Criteria::ISNOTNULL => $isThere,
        Criteria::IN => array_reduce($wanted, static fn (bool $any, mixed $each) => $any
            || ($each === null ? !$isThere : $isThere && $equals($one, $each)), false),
        Criteria::NOT_IN => $wanted === [] || $isThere
            && array_reduce($wanted, static fn (bool $none, mixed $each) => $none && ($each === null || !$equals($one, $each)), true),
    };
};
$pathOf = static function (array $steps): string {
    $path = '$';
    foreach ($steps as $step) {
        $path .= is_int($step) ? "[$step]" : (preg_match('/^\w+$/D', $step) && mt_rand(0, 1) ? ".$step"
            : '."' . addcslashes($step, '"\\') . '"');
    }

    return $path;
};

mt_srand((int) $argv[1]);
$documents = [];
for ($i = 1; $i <= 60; $i++) {
    $document = $value(3);
    $object = (new Book())->setMeta($document === null ? 'null' : json_encode($document));
    $object->save();
    $documents[$object->getId()] = json_decode(json_encode($document));
}
(new Book())->setMeta(null)->save();
$documents[] = null;
$names = array_values(array_diff($names, ["tab\t"]));
$comparisons = [
    Criteria::EQUAL, Criteria::NOT_EQUAL, Criteria::LESS_THAN, Criteria::LESS_EQUAL, Criteria::GREATER_THAN,
    Criteria::GREATER_EQUAL, Criteria::ISNULL, Criteria::ISNOTNULL, Criteria::IN, Criteria::NOT_IN,
];
$found = 0;
for ($i = 0; $i < (int) $argv[2]; $i++) {
    $steps = [];
    for ($length = mt_rand(0, 3); $length > 0; $length--) {
        $steps[] = mt_rand(0, 3) === 0 ? mt_rand(0, 2) : (string) $pick($names);
    }
    $comparison = $pick($comparisons);
    $isOrder = in_array($comparison, [Criteria::LESS_THAN, Criteria::LESS_EQUAL, Criteria::GREATER_THAN, Criteria::GREATER_EQUAL], true);
    do {
        $wanted = $pick($scalars);
    } while ($isOrder && !$isNumber($wanted) && !is_string($wanted));
    if ($comparison === Criteria::IN || $comparison === Criteria::NOT_IN) {
        $wanted = array_map(static fn () => $pick($scalars), array_fill(0, mt_rand(0, 3), 0));
    }
    $path = $pathOf($steps);
    $expected = array_keys(array_filter($documents, static fn (mixed $document) => $matches($at($document, $steps), $wanted, $comparison)));
    $actual = BookQuery::create()->whereJson('Meta', $path, $wanted, $comparison)->orderById()->select('Id')->find()->getData();
    $found += count($actual);
    if ($expected !== array_map('intval', $actual)) {
        $wrong = array_merge(array_diff($expected, $actual), array_diff($actual, $expected));
        echo json_encode([$path, $comparison, $wanted, 'expected' => $expected, 'actual' => $actual, 'document' => $documents[reset($wrong)]], JSON_UNESCAPED_UNICODE), "\n";
        exit;
    }
    // Sorted: numbers, texts, booleans, none.
    $rank = static fn (mixed $one): array => match (true) {
        $isNumber($one) => [1, $one],
        is_string($one) => [2, $one],
        is_bool($one) => [3, (int) $one],
        default => [4, 0],
    };
    $sorted = $documents;
    uksort($sorted, static function (int $left, int $right) use ($documents, $at, $steps, $rank): int {
        [[$first, $one], [$second, $other]] = [$rank($at($documents[$left], $steps)[1]), $rank($at($documents[$right], $steps)[1])];

        return $first <=> $second ?: (is_string($one) ? strcmp($one, $other) : $one <=> $other) ?: $left <=> $right;
    });
    $inOrder = array_map('intval', BookQuery::create()->orderByJson('Meta', $path)->orderById()->select('Id')->find()->getData());
    if ($inOrder !== array_keys($sorted)) {
        echo json_encode([$path, 'sorted', array_keys($sorted), $inOrder], JSON_UNESCAPED_UNICODE), "\n";
        exit;
    }
}
echo $found > 100 ? 'the same' : "only $found rows found";
