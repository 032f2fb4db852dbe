<?php

declare(strict_types=1);

namespace Orm\Tests\Support;

use ArrayObject;
use BackedEnum;
use DateTimeImmutable;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Exception\ExceptionInterface;
use ReflectionMethod;
use ReflectionNamedType;
use ReflectionObject;
use ReflectionParameter;
use ReflectionUnionType;
use stdClass;
use Throwable;
use TypeError;

/** Calls any method of an object with values that want to be something else. Equal seeds give equal calls. */
final class HostileCaller
{
    /** Parameters that are SQL by their purpose, as docs/security.md says; they get a column instead. */
    private const SQL = [
        'add' => [0], 'addAnd' => [0], 'addOr' => [0], 'addUsingOperator' => [0], 'addCond' => [1], 'addHaving' => [0],
        'getNewCriterion' => [0], 'put' => [0], 'putAll' => [0], 'where' => [0, 1], 'orWhere' => [0, 1],
        'condition' => [1, 2], 'having' => [0, 1], 'withColumn' => [0], 'addAsColumn' => [1], 'addSelectColumn' => [0],
        'addAscendingOrderByColumn' => [0], 'addDescendingOrderByColumn' => [0], 'addGroupByColumn' => [0],
        'addJoin' => [0, 1], 'addMultipleJoin' => [0], 'addJoinCondition' => [1], 'setJoinCondition' => [1],
        'addAlias' => [1], 'setPrimaryTableName' => [0], 'addRelationSelectColumns' => [0],
    ];

    /** Comparisons that make SQL of a value. */
    private const MAKES_SQL = [Criteria::CUSTOM, Criteria::CUSTOM_EQUAL, Criteria::RAW];

    /** @var list<string> what was called, for people */
    public array $calls = [];

    public function __construct(private readonly string $column)
    {
    }

    /** Calls a method of the object, any one of it, and gives what it gives; null for a refusal. */
    public function call(object $target): mixed
    {
        $methods = array_values(array_filter(
            (new ReflectionObject($target))->getMethods(ReflectionMethod::IS_PUBLIC),
            static fn (ReflectionMethod $method): bool => !$method->isStatic() && !$method->isConstructor()
                && !$method->isDestructor() && !str_starts_with($method->getName(), '__')
                && !str_contains((string) $method->getDocComment(), '@internal'),
        ));
        $method = $methods[mt_rand(0, count($methods) - 1)];
        $name = $method->getName();
        if (method_exists($target, '__call') && mt_rand(0, 9) === 0) {
            $verbs = ['findBy', 'findOneBy', 'filterBy', 'orderBy', 'groupBy', 'leftJoin', 'use', 'join', 'to', 'from'];
            $name = $this->oneOf($verbs) . $this->oneOf([$this->text(), 'Name', 'NameAndId', '', 'JSON']);
            $arguments = [$this->value(1), $this->value(1)];
        } else {
            $arguments = $this->arguments($method);
        }
        $given = implode(', ', array_map(self::short(...), $arguments));
        $this->calls[] = self::short($target) . '->' . $name . '(' . $given . ')';

        return $this->attempt(static fn (): mixed => $target->$name(...$arguments));
    }

    /** @param callable(): mixed $code */
    public function attempt(callable $code): mixed
    {
        try {
            return $code();
        } catch (ExceptionInterface | TypeError) {
            // Refused, which is all one can ask for.
            return null;
        } catch (Throwable $failure) {
            throw new \RuntimeException(
                $failure::class . ': ' . $failure->getMessage()
                    . ' at ' . $failure->getFile() . ':' . $failure->getLine() . "\n" . implode("\n", $this->calls),
                0,
                $failure,
            );
        }
    }

    /** @return list<mixed> */
    private function arguments(ReflectionMethod $method): array
    {
        $sql = self::SQL[$method->getName()] ?? [];
        $arguments = [];
        foreach ($method->getParameters() as $i => $parameter) {
            if ($parameter->isOptional() && mt_rand(0, 2) === 0) {
                break;
            }
            $arguments[] = in_array($i, $sql, true) ? $this->sqlFor($parameter) : $this->argument($parameter);
            if ($parameter->isVariadic()) {
                break;
            }
        }

        return $arguments;
    }

    private function sqlFor(ReflectionParameter $parameter): mixed
    {
        $type = (string) $parameter->getType();

        return match (true) {
            str_contains($type, 'string') => $this->column,
            str_contains($type, 'array') => [],
            default => null,
        };
    }

    private function argument(ReflectionParameter $parameter): mixed
    {
        $type = $parameter->getType();
        $types = $type instanceof ReflectionUnionType ? $type->getTypes() : [$type];
        $one = $this->oneOf($types);
        // Now and then something that the type does not allow: a request does not know of types.
        if (!$one instanceof ReflectionNamedType || mt_rand(0, 7) === 0) {
            return $this->value(0);
        }
        if ($parameter->getName() === 'comparison' && mt_rand(0, 1) === 0) {
            return $this->oneOf([
                Criteria::IN, Criteria::NOT_IN, Criteria::LIKE, Criteria::ISNULL, Criteria::GREATER_THAN,
                Criteria::EQUAL, Criteria::CONTAINS_ALL, Criteria::CONTAINS_NONE,
                Criteria::BINARY_ALL, Criteria::ILIKE, ' RLIKE ',
            ]);
        }

        return match ($one->getName()) {
            'string' => $this->text(),
            'int' => $this->oneOf([0, 1, -1, 3, PHP_INT_MAX, PHP_INT_MIN, 255]),
            'float' => $this->oneOf([0.0, -1.5, NAN, INF, 1e300]),
            'bool' => mt_rand(0, 1) === 1,
            'array', 'iterable' => $this->list(0),
            'callable' => static fn (): mixed => null,
            'null' => null,
            'mixed' => $this->value(0),
            default => $this->objectOf($one->getName()),
        };
    }

    private function objectOf(string $class): ?object
    {
        return match (true) {
            is_a(Criteria::class, $class, true) => new Criteria($this->oneOf(['league', 'x'])),
            enum_exists($class) => $class::cases()[0],
            default => null,
        };
    }

    private function value(int $depth): mixed
    {
        return match (mt_rand(0, 11)) {
            0, 1, 2, 3, 4 => $this->text(),
            5 => $this->oneOf([0, 1, -1, PHP_INT_MAX, PHP_INT_MIN]),
            6 => $this->oneOf([null, true, false]),
            7 => $this->oneOf([0.5, NAN, INF, -0.0, 1e300]),
            8 => new DateTimeImmutable('2026-01-02'),
            9 => $this->oneOf([new stdClass(), new ArrayObject(['a' => $this->text()])]),
            default => $depth < 2 ? $this->list($depth + 1) : [],
        };
    }

    /** @return array<int|string, mixed> */
    private function list(int $depth): array
    {
        $list = [];
        for ($i = mt_rand(0, 3); $i > 0; $i--) {
            if (mt_rand(0, 1) === 0) {
                $list[] = $this->value($depth);
            } else {
                $list[$this->text()] = $this->value($depth);
            }
        }

        return $list;
    }

    private function text(): string
    {
        if (mt_rand(0, 3) === 0) {
            // SQL needs no punctuation.
            $words = [];
            for ($n = mt_rand(1, 6); $n > 0; $n--) {
                $words[] = $this->oneOf([
                    'SELECT', 'FROM', 'canary', 'word', 'UNION', 'ALL', 'DISTINCT', 'WHERE', 'OR', 'NOT', 'NULL',
                    'IS', '1',
                    'player', 'name', 'Name', 'CROSS', 'JOIN', 'NATURAL', 'ON', 'IN', 'EXISTS', 'LIKE', 'AS', 'DESC',
                    'LIMIT',
                ]);
            }

            return implode(' ', $words);
        }

        return $this->oneOf([
            "' OR '1'='1", "'; DELETE FROM canary; --", '"; DELETE FROM canary; --', '`; DELETE FROM canary; --',
            "1); DELETE FROM canary; --", "1; UPDATE canary SET word = 'x'", '] = 1; DELETE FROM canary --',
            "x' UNION SELECT word FROM canary --", '(SELECT word FROM canary)', 'canary.word', 'canary',
            "\\' OR 1=1 --", '*/ (SELECT word FROM canary) /*', 'a#', 'a -- ', '/*! DELETE FROM canary */', "\0",
            "a\0b", "\n", '', ' ', 'Name', 'Id', 'name', 'player.name', 'Player.Name', 'Team', 'Player', 'Team t',
            'Team.Player', 't.Name', '*', '%', '_', '?', ':p1', ':name', '$1', '{', '}', '\\', "\xff\xfe", "\u{202e}",
            'ASC', 'DESC', 'asc; --', 'INNER JOIN', 'LEFT JOIN canary c JOIN', '= ', 'IN', ' IN ', 'EXISTS',
            'CURRENT_TIMESTAMP', 'NULL', '0', '1', '-1', '1e400', '99999999999999999999', '2026-02-30', 'now',
            'O:6:"Canary":0:{}', '[1', '{"a":1}', 'stdClass', 'SplFileObject', str_repeat('x', 300), 'phpinfo',
            'system', '../../../etc/passwd', '<a>', '=1+1', "a\r\nb",
        ]);
    }

    /**
     * @template T
     * @param list<T> $values
     * @return T
     */
    private function oneOf(array $values): mixed
    {
        $value = $values[mt_rand(0, count($values) - 1)];

        return in_array($value, self::MAKES_SQL, true) ? null : $value;
    }

    private static function short(mixed $value): string
    {
        return match (true) {
            $value instanceof BackedEnum => $value::class . '::' . $value->name,
            is_object($value) => 'new ' . $value::class,
            default => (string) json_encode($value, JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE),
        };
    }
}
