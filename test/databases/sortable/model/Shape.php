<?php

declare(strict_types=1);

use Orm\Runtime\Util\UuidConverter;

/**
 * A sortable table for random operations. The values of a scope column are numbered; each has several spellings that
 * mean the same to the database, and `normal` says which of them a value is.
 */
final class Shape
{
    /** @var list<array{name: string, values: list<list<mixed>>, normal: Closure, required: bool}> */
    public array $scopes = [];

    /** Whether objects leave a list by their scope ('scope'), by their rank ('rank') or not at all (''). */
    public readonly string $leave;

    /** @param list<array{string, string, bool}> $columns phpName, kind and whether required, of the scope columns */
    public function __construct(
        public readonly string $class,
        public readonly string $database,
        array $columns = [],
        public readonly bool $unique = false,
        public readonly bool $isRankRequired = false,
        public readonly int $first = 1,
        public readonly string $addNewAt = 'bottom',
        public readonly ?int $limit = null,
        public readonly bool $fractional = false,
    ) {
        foreach ($columns as [$name, $kind, $required]) {
            [$values, $normal] = $this->kind($kind);
            $this->scopes[] = compact('name', 'values', 'normal', 'required');
        }
        $required = array_filter($this->scopes, static fn (array $scope): bool => $scope['required']);
        $this->leave = match (true) {
            $columns !== [] && $required === [] => 'scope',
            $isRankRequired => '',
            default => 'rank',
        };
    }

    /** @return list<self> */
    public static function all(string $database): array
    {
        $make = static fn (string $class, array $columns = [], mixed ...$options): self
            => new self('Lists\\' . $class, $database, $columns, ...$options);

        return [
            $make('Plain'),
            $make('PlainUnique', [], true),
            $make('Scoped', [['Grp', 'int', false]]),
            $make('ScopedUnique', [['Grp', 'int', false]], true),
            $make('Owned', [['OwnerId', 'int', true]]),
            $make('Strict', [['Grp', 'int', true]], true, true),
            $make('Two', [['CatId', 'int', false], ['SubId', 'int', false]]),
            $make('TwoUnique', [['CatId', 'int', true], ['Folder', 'text', false]], true),
            $make('Pair', [['Grp', 'int', false]]),
            $make('Uuid', [['Grp', 'uuid', false]], true),
            $make('Bytes', [['Grp', 'bytes', false]]),
            $make('Text', [['Folder', 'anycase', false]]),
            $make('Amount', [['Price', 'decimal', false]], true),
            $make('Stamp', [['MadeAt', 'timestamp', false], ['Day', 'date', false]]),
            $make('Clock', [['Hour', 'time', false], ['Code', 'char', false]]),
            $make('Kind', [['Genre', 'enum', false], ['Done', 'boolean', false]]),
            $make('Tagged', [['Tags', 'set', false], ['Num', 'bigint', false]]),
            $make('Volume', [['ShelfId', 'int', false]]),
            $make('Zero', [['Grp', 'int', false]], unique: true, first: 0),
            $make('Top', first: 5, addNewAt: 'top'),
            $make('Inbox', [['Grp', 'int', false]], addNewAt: 'none'),
            $make('Fraction', [['Grp', 'int', false]], fractional: true),
            $make('FractionUnique', unique: true, first: 0, addNewAt: 'top', fractional: true),
            $make('Limited', [['Grp', 'int', true]], limit: 4),
        ];
    }

    public function name(): string
    {
        return substr($this->class, strlen('Lists\\'));
    }

    public function map(): string
    {
        return strtr($this->class, ['Lists\\' => 'Lists\\Map\\']) . 'TableMap';
    }

    /** A scope of numbers, each null or that of a value. */
    public function anyScope(): array
    {
        return array_map(static fn (array $scope): ?int => self::anyNumber($scope), $this->scopes);
    }

    public static function anyNumber(array $scope): ?int
    {
        return !$scope['required'] && mt_rand(0, 3) === 0 ? null : mt_rand(0, count($scope['values']) - 1);
    }

    /** One of the spellings of a value. */
    public function spelling(int $i, ?int $number): mixed
    {
        $spellings = $number === null ? [null] : $this->scopes[$i]['values'][$number];

        return $spellings[mt_rand(0, count($spellings) - 1)];
    }

    /** What methods take as scope: one value, or an array of them. */
    public function argument(array $numbers): mixed
    {
        $values = [];
        foreach ($numbers as $i => $number) {
            $values[] = $this->spelling($i, $number);
        }

        return count($values) === 1 ? $values[0] : $values;
    }

    /** The number of a value that an object or the database gives. */
    public function number(int $i, mixed $value): ?int
    {
        if ($value === null) {
            return null;
        }
        $value = is_resource($value) ? stream_get_contents($value) : $value;
        ['values' => $values, 'normal' => $normal] = $this->scopes[$i];
        foreach ($values as $number => [$first]) {
            if ($normal($first) === $normal($value)) {
                return $number;
            }
        }
        throw new RuntimeException('no known value: ' . var_export($value, true));
    }

    /** @return array{list<list<mixed>>, Closure} */
    private function kind(string $kind): array
    {
        $isMysql = $this->database === 'mysql';
        $uuids = ['0b7c1e0a-1f3d-4b52-8f0e-0123456789ab', '1b7c1e0a-1f3d-4b52-8f0e-0123456789ab', 'ab7c1e0a-1f3d-4b52-8f0e-0123456789ab'];
        $date = static fn (string $format): Closure => static fn (mixed $value): string
            => ($value instanceof DateTimeInterface ? $value : new DateTime($value))->format($format);

        return match ($kind) {
            'int' => [[[1, '1'], [2], [3]], strval(...)],
            'bigint' => [[[1, '1'], ['9007199254740993', 9007199254740993]], strval(...)],
            // SQLite keeps them as text.
            'uuid' => [
                array_map(fn (string $uuid): array => $this->database === 'sqlite' ? [$uuid] : [$uuid, strtoupper($uuid)], $uuids),
                self::uuid(...),
            ],
            'bytes' => [
                array_map(static fn (string $uuid): array => [$uuid, strtoupper($uuid)], $uuids),
                self::uuid(...),
            ],
            'text' => [[['inbox'], ['sent'], ['"it\'s \\']], strval(...)],
            'anycase' => match ($this->database) {
                'sqlite' => [[['inbox', 'Inbox', 'INBOX'], ['b'], ['ü'], ['Ü']], strtolower(...)],
                'mysql' => [
                    [['inbox', 'Inbox', 'INBOX '], ['b'], ['ü', 'Ü', 'u']],
                    static fn (string $text): string => rtrim(strtolower(strtr($text, ['ü' => 'u', 'Ü' => 'u']))),
                ],
                default => [[['inbox', 'Inbox', 'INBOX'], ['b'], ['ü', 'Ü'], ['u']], mb_strtolower(...)],
            },
            'decimal' => [
                [['1.5', '1.50', 1.5, '01.500', '1.504'], ['2', '2.00', 2], ['0', '-0', '0.001'], ['-7.25']],
                static fn (mixed $value): string => number_format(round((float) $value, 2) + 0.0, 2, '.', ''),
            ],
            'timestamp' => $isMysql
                ? [
                    [['2020-01-01 10:00:00', '2020-01-01 10:00:00.600000', new DateTime('2020-01-01 10:00:00')], ['2020-01-01 10:00:01']],
                    $date('Y-m-d H:i:s'),
                ]
                : [
                    [['2020-01-01 10:00:00', new DateTime('2020-01-01 10:00:00')], ['2020-01-01 10:00:00.600000', '2020-01-01 10:00:00.6']],
                    $date('Y-m-d H:i:s.u'),
                ],
            'date' => [[['2021-02-03', new DateTime('2021-02-03 15:00')], ['2021-02-04']], $date('Y-m-d')],
            'time' => [[['10:00:00', '10:00'], ['11:30:00']], $date('H:i:s')],
            'char' => [[$this->database === 'sqlite' ? ['ab'] : ['ab', 'ab '], ['cd']], rtrim(...)],
            'enum' => [
                [['novel', 0], ['essay', 1]],
                static fn (mixed $value): string => (string) (['novel' => 0, 'essay' => 1][$value] ?? $value),
            ],
            'boolean' => [[[true, 1, 'yes'], [false, 0]], static fn (mixed $value): string => $value ? '1' : '0'],
            'set' => [
                [[['red'], 1], [['red', 'blue'], ['blue', 'red'], 5]],
                static function (mixed $value): string {
                    $bits = ['red' => 1, 'green' => 2, 'blue' => 4];

                    return (string) (is_array($value) ? array_sum(array_map(static fn (string $one): int => $bits[$one], $value)) : $value);
                },
            ],
        };
    }

    private static function uuid(mixed $value): string
    {
        return strlen($value) === 16 ? UuidConverter::binToUuid($value) : strtolower($value);
    }
}
