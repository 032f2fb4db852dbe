<?php

declare(strict_types=1);

namespace Orm\Symfony\Controller;

use LogicException;
use Orm\Runtime\ActiveQuery\OrmQuery;
use Orm\Runtime\ActiveQuery\RowLookup;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Map\TableMap;
use Orm\Symfony\Compatibility\ValueResolver;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpKernel\ControllerMetadata\ArgumentMetadata;
use Symfony\Component\HttpKernel\Exception\NotFoundHttpException;

/** Loads the row for a controller argument such as `Book $book`, using the route parameters. */
final class ModelValueResolver extends ValueResolver
{
    protected function isResponsible(Request $request, ArgumentMetadata $argument): bool
    {
        return $this->conditions($request, $argument) !== null;
    }

    /** @return list<ActiveRecordInterface|null> */
    public function resolve(Request $request, ArgumentMetadata $argument): array
    {
        $conditions = $this->conditions($request, $argument);
        if ($conditions === null) {
            return [];
        }
        $object = RowLookup::find(OrmQuery::from((string) $argument->getType()), $conditions);
        if ($object === null && !$argument->isNullable()) {
            throw new NotFoundHttpException(sprintf(
                'There is no %s with %s.',
                $argument->getType(),
                implode(', ', array_map(
                    static fn (string $name, string $value): string => sprintf('%s "%s"', $name, $value),
                    array_keys($conditions),
                    $conditions,
                )),
            ));
        }

        return [$object];
    }

    /** @return array<string, string>|null values by column name; null: the argument is not a model */
    private function conditions(Request $request, ArgumentMetadata $argument): ?array
    {
        $class = $argument->getType();
        if ($class === null || $argument->isVariadic() || !is_subclass_of($class, ActiveRecordInterface::class)) {
            return null;
        }
        $given = $request->attributes->all();
        if (is_object($given[$argument->getName()] ?? null)) {
            return null;
        }
        $table = self::tableOf($class);
        $map = $argument->getAttributes(MapModel::class)[0] ?? null;

        return $map === null
            ? self::keyConditions($table, $given, $argument->getName())
            : self::mappedConditions($table, $given, $map, $argument->getName());
    }

    /**
     * @param array<string, mixed> $given
     * @return array<string, string>|null
     */
    private static function keyConditions(TableMap $table, array $given, string $argument): ?array
    {
        $keys = array_values($table->getPrimaryKeys());
        $conditions = [];
        foreach ($keys as $column) {
            $names = [$column->getName(), lcfirst($column->getPhpName())];
            foreach (count($keys) === 1 ? [$argument, ...$names, 'id'] : $names as $name) {
                if (is_scalar($given[$name] ?? null)) {
                    $conditions[$column->getName()] = self::text($given[$name]);
                    continue 2;
                }
            }

            return null;
        }

        return $conditions === [] ? null : $conditions;
    }

    /**
     * @param array<string, mixed> $given
     * @return array<string, string>|null
     */
    private static function mappedConditions(TableMap $table, array $given, MapModel $map, string $argument): ?array
    {
        $conditions = [];
        foreach ($map->columns as $parameter => $name) {
            $column = $table->findColumnByName($name) ?? throw new LogicException(sprintf(
                'MapModel of argument $%s: table "%s" has no column "%s".',
                $argument,
                $table->getName(),
                $name,
            ));
            if (array_key_exists($parameter, $given) && $given[$parameter] === null) {
                // An optional parameter that the URL omits; Symfony uses the default of the argument.
                return null;
            }
            if (!is_scalar($given[$parameter] ?? null)) {
                throw new LogicException(sprintf(
                    'MapModel of argument $%s: the route has no parameter {%s}.',
                    $argument,
                    $parameter,
                ));
            }
            $conditions[$column->getName()] = self::text($given[$parameter]);
        }

        return $conditions;
    }

    /** Defaults of a route can have any type. */
    private static function text(bool|int|float|string $value): string
    {
        return is_bool($value) ? (string) (int) $value : (string) $value;
    }

    /** @param class-string<ActiveRecordInterface> $class */
    private static function tableOf(string $class): TableMap
    {
        return Record::tableMap($class)::getTableMap();
    }
}
