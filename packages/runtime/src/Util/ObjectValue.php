<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

use DateTimeInterface;
use DateTimeZone;
use Exception;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\UnexpectedValueException;

/**
 * Values of OBJECT columns, which are stored in serialized form. Creating an object runs code of its class, so only
 * classes allowed for the column are created. Otherwise, write access to the database would allow running code in PHP.
 */
final class ObjectValue
{
    private const TOKEN = '/\G(?:[Nbidr](?::[^;:"{}]*)?;|R:\d+;|a:\d+:\{|\}|s:(\d+):"|([OCE]):(\d+):")/';

    /**
     * Returns the stored form of a value, if the classes in it are allowed.
     *
     * @param string $column `table.column`
     * @param array<string, list<string>|true> $allowed classes by column; true allows all
     */
    public static function write(string $column, mixed $value, array $allowed): ?string
    {
        if ($value === null) {
            return null;
        }
        $text = self::text($column, $value);
        foreach (self::classesIn($text) ?? [] as $class) {
            if (!self::isAllowed($class, $allowed[$column] ?? [])) {
                throw new InvalidArgumentException(
                    sprintf('Column %s cannot store an object of class "%s"; %s', $column, $class, self::advice()),
                );
            }
        }

        return $text;
    }

    /** Returns the stored form of a value of any class. */
    public static function text(string $column, mixed $value): string
    {
        if (is_resource($value)) {
            throw new InvalidArgumentException(sprintf('Column %s cannot store a resource', $column));
        }
        try {
            return serialize($value);
        } catch (Exception $failure) {
            throw new InvalidArgumentException(sprintf('Column %s: %s', $column, $failure->getMessage()), 0, $failure);
        }
    }

    /** Returns what a condition compares a column with. A text that is a serialized value is the stored form itself. */
    public static function compared(string $column, mixed $value): string
    {
        $isStored = is_string($value)
            && ($value === serialize(false) || @unserialize($value, ['allowed_classes' => false]) !== false);

        return $isStored ? $value : self::text($column, $value);
    }

    /**
     * Returns the value for a stored string, if the classes in it are allowed.
     *
     * @param string $column `table.column`
     * @param array<string, list<string>|true> $allowed classes by column; true allows all
     * @param ActiveRecordInterface $row object that contains the value
     */
    public static function read(string $column, mixed $stored, array $allowed, ActiveRecordInterface $row): mixed
    {
        $text = ColumnValue::content($stored);
        if ($text === null || $text === '') {
            return null;
        }
        $classes = self::classesIn($text) ?? throw self::unreadable($column, $row);
        foreach ($classes as $class) {
            if (!self::isAllowed($class, $allowed[$column] ?? [])) {
                throw new UnexpectedValueException(sprintf(
                    '%s holds an object of class "%s", which is not allowed in this column; %s',
                    self::place($column, $row),
                    $class,
                    self::advice(),
                ));
            }
            if (!class_exists($class)) {
                throw new UnexpectedValueException(sprintf(
                    '%s holds an object of class "%s", which does not exist',
                    self::place($column, $row),
                    $class,
                ));
            }
        }
        $value = @unserialize($text, ['allowed_classes' => $classes]);

        return $value !== false || $text === serialize(false) ? $value : throw self::unreadable($column, $row);
    }

    /**
     * Unserializes a string if all classes in it are allowed.
     *
     * @param callable(string): bool $isAllowed
     */
    public static function unserialize(string $text, callable $isAllowed): mixed
    {
        $classes = self::classesIn($text) ?? throw new UnexpectedValueException('The text cannot be unserialized');
        foreach ($classes as $class) {
            if (!$isAllowed($class)) {
                throw new UnexpectedValueException(
                    sprintf('The text holds an object of class "%s", which is not allowed in it', $class),
                );
            }
        }

        return unserialize($text, ['allowed_classes' => $classes]);
    }

    /**
     * Returns whether objects of a class belong to a model or may be values of its columns.
     *
     * @param string|null $model a model class; null: any model
     */
    public static function isOfModel(string $class, ?string $model): bool
    {
        if (is_a($class, DateTimeInterface::class, true) || $class === DateTimeZone::class || enum_exists($class)) {
            return true;
        }
        if ($model === null || !is_subclass_of($model, ActiveRecordInterface::class)) {
            return $model === null && is_subclass_of($class, ActiveRecordInterface::class);
        }
        foreach (($model::TABLE_MAP)::OBJECT_CLASSES as $allowed) {
            if (self::isAllowed($class, $allowed)) {
                return true;
            }
        }

        return is_a($class, $model, true);
    }

    /**
     * Returns all classes in a serialized value; null if the string is not a serialized value. Strings in it are
     * skipped by their length, so text in them that looks like an object is not counted.
     *
     * @return list<string>|null
     */
    private static function classesIn(string $text): ?array
    {
        if (!preg_match('/[OCE]:\d/', $text)) {
            return [];
        }
        $classes = [];
        for ($at = 0; $at < strlen($text);) {
            if (!preg_match(self::TOKEN, $text, $token, 0, $at)) {
                return null;
            }
            $at += strlen($token[0]);
            $kind = $token[2] ?? '';
            if ($kind !== '') {
                // For an enum, the case follows the class name.
                $classes[] = explode(':', substr($text, $at, (int) $token[3]))[0];
                $at += (int) $token[3];
            } elseif (isset($token[1])) {
                $at += (int) $token[1];
            } else {
                continue;
            }
            $end = $kind === '' || $kind === 'E' ? '";' : '":(\d+):\{';
            if (!preg_match('/\G' . $end . '/', $text, $rest, 0, $at)) {
                return null;
            }
            $at += strlen($rest[0]);
            if ($kind === 'C') {
                // The class itself wrote the following data, so everything in it that looks like a class counts as one.
                preg_match_all('/[OCE]:\d+:"([\w\\\\\x80-\xff]+)/', substr($text, $at, (int) $rest[1]), $inner);
                array_push($classes, ...$inner[1]);
                $at += (int) $rest[1];
            }
        }

        return array_values(array_unique($classes));
    }

    /** @param list<string>|true $allowed */
    private static function isAllowed(string $class, array|bool $allowed): bool
    {
        return $allowed === true || in_array(strtolower($class), array_map('strtolower', $allowed), true);
    }

    private static function unreadable(string $column, ActiveRecordInterface $row): UnexpectedValueException
    {
        return new UnexpectedValueException(self::place($column, $row) . ' holds a value that cannot be unserialized');
    }

    private static function place(string $column, ActiveRecordInterface $row): string
    {
        return $row->isNew()
            ? sprintf('Column %s of a new row', $column)
            : sprintf('Column %s of the row with the key %s', $column, json_encode($row->getPrimaryKey()));
    }

    private static function advice(): string
    {
        return 'allowed are the phpType of the column and the classes in generator.objectModel.objectClasses';
    }
}
