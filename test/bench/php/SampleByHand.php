<?php

declare(strict_types=1);

namespace Orm\Bench;

use Closure;
use PDO;
use PDOStatement;

/** What somebody writes who wants nothing but speed: PDO, each statement prepared once, plain objects. */
final class SampleByHand
{
    public function __construct(private readonly PDO $pdo)
    {
    }

    /**
     * The ways to send a statement of models and make objects, or a number, of its rows.
     *
     * @param list<mixed> $values
     * @param list<int> $types of PDO
     * @param bool $isOne whether only the first row is read
     * @return array<string, Closure(): int> each gives the number of rows
     */
    public function ways(string $sql, array $values, array $types, bool $isOne): array
    {
        $statement = $this->pdo->prepare($sql);
        $execute = self::executing($statement, $values, $types);
        $execute();
        $columns = $statement->columnCount();
        $statement->closeCursor();
        if ($columns === 1) {
            return ['a value' => static function () use ($statement, $execute): int {
                $execute();
                $value = (int) $statement->fetchColumn();
                $statement->closeCursor();

                return $value;
            }];
        }
        $object = match ($columns) {
            11 => self::keyed(...),
            13 => self::sample(...),
            15 => self::withOwner(...),
        };
        $byHand = static function () use ($statement, $execute, $object, $isOne): int {
            $execute();
            if ($isOne) {
                $row = $statement->fetch(PDO::FETCH_NUM);
                $statement->closeCursor();

                return $row === false ? 0 : ($object($row) instanceof PlainSample ? 1 : 0);
            }
            $objects = [];
            while ($row = $statement->fetch(PDO::FETCH_NUM)) {
                $objects[] = $object($row);
            }

            return count($objects);
        };
        $filled = static function () use ($statement, $execute, $isOne): int {
            $execute();
            if ($isOne) {
                $object = $statement->fetchObject(PlainSample::class);
                $statement->closeCursor();

                return $object === false ? 0 : 1;
            }

            return count($statement->fetchAll(PDO::FETCH_CLASS, PlainSample::class));
        };

        // PDO cannot fill two objects from one row.
        return $columns === 15 ? ['by hand' => $byHand] : ['by hand' => $byHand, 'filled by PDO' => $filled];
    }

    /**
     * The ways to send a statement of models and take its rows as arrays.
     *
     * @param list<mixed> $values
     * @param list<int> $types of PDO
     * @param bool $isOne whether only the first row is read
     * @return array<string, Closure(): int> each gives the number of rows, or of the columns of the first one
     */
    public function arrays(string $sql, array $values, array $types, bool $isOne): array
    {
        $statement = $this->pdo->prepare($sql);
        $execute = self::executing($statement, $values, $types);

        return ['by hand' => static function () use ($statement, $execute, $isOne): int {
            $execute();
            if (!$isOne) {
                return count($statement->fetchAll(PDO::FETCH_ASSOC));
            }
            $row = $statement->fetch(PDO::FETCH_ASSOC);
            $statement->closeCursor();

            return count($row);
        }];
    }

    /**
     * The ways to send a statement of models that writes.
     *
     * @param list<mixed> $values
     * @param list<int> $types of PDO
     * @return array<string, Closure(): int> each gives the number of written rows
     */
    public function writes(string $sql, array $values, array $types): array
    {
        $statement = $this->pdo->prepare($sql);

        return ['by hand' => static function () use ($statement, $values, $types): int {
            foreach ($values as $i => $value) {
                $statement->bindValue($i + 1, $value, $types[$i]);
            }
            $statement->execute();

            return $statement->rowCount();
        }];
    }

    /** The bytes of a UUID, those that change slowest first. */
    public static function uuidBytes(string $uuid): string
    {
        return (string) hex2bin(
            substr($uuid, 14, 4) . substr($uuid, 9, 4) . substr($uuid, 0, 8) . substr($uuid, 19, 4) . substr($uuid, 24),
        );
    }

    /**
     * As few calls as possible: all values at once, where the database understands them all as strings.
     *
     * @param list<mixed> $values
     * @param list<int> $types of PDO
     * @return Closure(): mixed
     */
    private static function executing(PDOStatement $statement, array $values, array $types): Closure
    {
        $bound = static function () use ($statement, $values, $types): void {
            foreach ($values as $i => $value) {
                $statement->bindValue($i + 1, $value, $types[$i]);
            }
            $statement->execute();
        };
        $atOnce = static fn (): bool => $statement->execute($values);
        $bound();
        $expected = $statement->fetchAll();
        $atOnce();

        return $statement->fetchAll() === $expected ? $atOnce : $bound;
    }

    /** @param list<mixed> $row */
    private static function keyed(array $row): PlainSample
    {
        $sample = new PlainSample();
        [
            $sample->value, $sample->name, $sample->c1, $sample->c2, $sample->c3, $sample->c4, $sample->c5, $sample->c6,
            $sample->c7, $sample->c8, $sample->c9,
        ] = $row;

        return $sample;
    }

    /** @param list<mixed> $row */
    private static function sample(array $row): PlainSample
    {
        $sample = new PlainSample();
        [
            $sample->id, $sample->name, $sample->value, $sample->owner_id, $sample->c1, $sample->c2, $sample->c3,
            $sample->c4, $sample->c5, $sample->c6, $sample->c7, $sample->c8, $sample->c9,
        ] = $row;

        return $sample;
    }

    /** @param list<mixed> $row */
    private static function withOwner(array $row): PlainSample
    {
        $sample = self::sample($row);
        $owner = new PlainAuthor();
        [$owner->id, $owner->name] = [$row[13], $row[14]];
        $sample->owner = $owner;

        return $sample;
    }
}
