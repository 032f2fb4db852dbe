<?php

declare(strict_types=1);

namespace Orm\Tests\Support;

use Closure;
use DateTimeInterface;
use LogicException;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionManagerSingle;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use PDO;
use Throwable;

/** Runs every kind of statement that the runtime builds for the models of a project, on a database with its tables. */
final class ModelExercise
{
    /** Table aliases for queries, most of them reserved words. */
    private const ALIASES = ['order', 'user', 'Group', 'b', 'Odd'];

    /** Column aliases for queries. */
    private const COLUMN_ALIASES = ['order', 'Nb', 'user', 'x'];

    /** @var list<string> the aliases that are not table names */
    private array $aliases = [];

    private readonly ConnectionInterface $con;

    /**
     * @param array{adapter: string, dsn: string, user: string, password: string, statements: list<string>,
     *     share: float} $database
     */
    private function __construct(private readonly array $database)
    {
        // A new container has no tables of earlier projects.
        $container = new StandardServiceContainer();
        Orm::setServiceContainer($container);
        $container->setAdapterClass('shop', $database['adapter']);
        $manager = new ConnectionManagerSingle('shop');
        $manager->setConfiguration([
            ...array_intersect_key($database, ['dsn' => 1, 'user' => 1, 'password' => 1]),
            // Connections to a server are reused within the process; an in-memory database must be new for every
            // project.
            'options' => $database['adapter'] === 'sqlite' ? [] : [PDO::ATTR_PERSISTENT => true],
        ]);
        $container->setConnectionManager($manager);
        $container->setDefaultDatasource('shop');
        $this->con = $container->getWriteConnection('shop');
    }

    /**
     * @param array{adapter: string, dsn: string, user: string, password: string, statements: list<string>,
     *     share: float} $database
     * @param list<string> $classes of the project
     */
    public static function run(array $database, array $classes): void
    {
        $exercise = new self($database);
        $maps = array_filter($classes, static fn (string $class): bool => is_subclass_of($class, TableMap::class));
        Orm::getServiceContainer()->initDatabaseMaps(['shop' => array_values($maps)]);
        $tables = array_map(static fn (string $map): string => strtolower($map::TABLE_NAME), $maps);
        $isFree = static fn (string $alias): bool => !in_array(strtolower($alias), $tables, true);
        $exercise->aliases = array_values(array_filter(self::ALIASES, $isFree));
        $exercise->inEmptyDatabase(static function () use ($exercise, $maps): void {
            $used = array_filter($maps, self::isUsable(...));
            foreach ($used as $map) {
                $exercise->compareDefaults($map, $map::OM_CLASS);
            }
            foreach ($used as $map) {
                $exercise->exercise($map, $map::OM_CLASS);
            }
        });
    }

    private function inEmptyDatabase(Closure $work): void
    {
        if ($this->database['adapter'] === 'mysql') {
            $name = $this->con->query('SELECT DATABASE()')->fetchColumn();
            $this->con->exec("DROP DATABASE $name");
            $this->con->exec("CREATE DATABASE $name CHARACTER SET utf8mb4");
            $this->con->exec("USE $name");
        } elseif ($this->database['adapter'] === 'pgsql') {
            $this->con->beginTransaction();
        }
        foreach ($this->database['statements'] as $statement) {
            try {
                $this->con->exec($statement);
            } catch (Throwable $failure) {
                throw new LogicException("{$failure->getMessage()} in $statement", 0, $failure);
            }
        }
        $work();
        if ($this->database['adapter'] === 'pgsql') {
            $this->con->rollBack();
        }
    }

    /** Returns whether this class can create rows for the model. */
    private static function isUsable(string $map): bool
    {
        foreach ($map::getTableMap()->getColumns() as $column) {
            if ($column->isNotNull() && in_array($column->getType(), ['OBJECT', 'GEOMETRY'], true)) {
                return false;
            }
        }

        return $map::OM_CLASS !== '' && !$map::getTableMap()->isReadOnly();
    }

    /** @param class-string<TableMap> $map */
    private function exercise(string $map, string $class): void
    {
        $object = $this->filled(new $class(), $map);
        self::expect($object->save() >= 1, "$class: save()");
        $this->find($map, $class, $object);
        foreach ($map::getTableMap()->getColumns() as $column) {
            $this->useColumn($column, $class, $object);
        }
        foreach ($map::getTableMap()->getRelations() as $relation) {
            $this->useRelation($relation, $class, $object);
        }
        $this->useAliases($class);
        $this->write($map, $class, $object);
    }

    /** Checks that defaults set by the database equal those set by PHP. */
    private function compareDefaults(string $map, string $class): void
    {
        $values = new Criteria('shop');
        $compared = [];
        foreach ($map::getTableMap()->getColumns() as $column) {
            if ($column->getDefaultValue() !== null) {
                $compared[] = $column;
            } elseif ($column->isNotNull() && $column->getName() !== $map::AUTO_INCREMENT) {
                $values->add($column->getFullyQualifiedName(), self::valueOf($column, true));
            }
        }
        $isComplete = !in_array(null, array_map($values->getValue(...), $values->keys()), true);
        if ($compared === [] || $values->size() === 0 || !$isComplete) {
            return;
        }
        $values->setPrimaryTableName($map::TABLE_NAME);
        $values->doInsert($this->con);
        $map::clearInstancePool();
        $stored = ($class . 'Query')::create()->findOne();
        foreach ($compared as $column) {
            $get = 'get' . $column->getPhpName();
            [$fromPhp, $fromSql] = [self::plain((new $class())->$get()), self::plain($stored->$get())];
            if ($column->getType() === 'CHAR') {
                // The database may pad the value with spaces.
                [$fromPhp, $fromSql] = [rtrim($fromPhp), rtrim($fromSql)];
            }
            self::expect(
                $fromPhp === $fromSql || self::isRounded($column, $fromPhp, $fromSql),
                "{$column->getName()} {$column->getType()}: PHP has " . var_export($fromPhp, true)
                    . ', SQL ' . var_export($fromSql, true),
            );
        }
        ($class . 'Query')::create()->deleteAll();
    }

    private function find(string $map, string $class, object $object): void
    {
        $map::clearInstancePool();
        $query = $class . 'Query';
        $this->try("$class: count()", fn () => $query::create()->count() >= 1);
        $this->try("$class: findOne()", fn () => $query::create()->findOne() !== null);
        if ($object->getPrimaryKey() !== null && $map::getTableMap()->getPrimaryKeys() !== []) {
            $key = $object->getPrimaryKey();
            $map::clearInstancePool();
            $this->try("$class: findPk()", fn () => $query::create()->findPk($key) !== null);
            $map::clearInstancePool();
            $this->try("$class: findPks()", fn () => count($query::create()->findPks([$key])) === 1);
            $object->reload(true);
        }
        $this->try("$class: find()", fn () => count($query::create()->limit(3)->find()) >= 1);
        $isJson = static fn (ColumnMap $column): bool => $column->getType() === 'JSON';
        if (array_filter($map::getTableMap()->getColumns(), $isJson) === []) {
            $this->try("$class: distinct()", fn () => $query::create()->distinct()->count() >= 1);
        }
        $this->try("$class: exists()", fn () => $query::create()->exists());
    }

    private function useColumn(ColumnMap $column, string $class, object $object): void
    {
        $query = $class . 'Query';
        $php = $column->getPhpName();
        $value = $object->{'get' . $php}();
        $what = "$class: {$column->getName()}: ";
        if ($column->isLob() || in_array($column->getType(), ['JSON', 'OBJECT', 'GEOMETRY'], true)) {
            return;
        }
        $this->try($what . 'orderBy', fn () => count($query::create()->{'orderBy' . $php}()->find()) >= 1);
        $this->try($what . 'groupBy', fn () => count($query::create()->select([$php])->groupBy($php)->find()) >= 1);
        foreach (self::COLUMN_ALIASES as $name) {
            if ($column->getTable()->hasColumn($name)) {
                continue;
            }
            $this->try($what . "withColumn $name", fn () =>
                count($query::create()->withColumn($class . '.' . $php, $name)->orderBy($name)->find()) >= 1);
            $this->try($what . "COUNT AS $name", function () use ($query, $class, $php, $name): bool {
                $rows = $query::create()->select([$php])->withColumn('COUNT(' . $class . '.' . $php . ')', $name)
                    ->groupBy($php)->orderBy($name, 'desc')->find();

                return array_key_exists($name, (array) $rows->getFirst());
            });
        }
        $this->try($what . 'where', fn () => $query::create()->where("$class.$php IS NULL OR 1 = 1")->count() >= 1);
        if ($value === null || !is_scalar($value) || is_float($value) || $column->getType() === 'TIME') {
            return;
        }
        $this->try($what . 'filterBy', fn () => $query::create()->{'filterBy' . $php}($value)->count() >= 1);
        $this->try($what . 'findOneBy', fn () => $query::create()->{'findOneBy' . $php}($value) !== null);
        $this->try($what . 'where ?', fn () => $query::create()->where("$class.$php = ?", $value)->count() >= 1);
        $this->try($what . 'IN', fn () => $query::create()->filterBy($php, [$value], Criteria::IN)->count() >= 1);
        foreach ($this->aliases as $alias) {
            $this->try($what . "alias $alias", function () use ($query, $alias, $php, $value): bool {
                $found = $query::create()->setModelAlias($alias, true)->{'filterBy' . $php}($value)
                    ->where("$alias.$php = ?", $value)->{'orderBy' . $php}();

                return $found->count() >= 1 && count($found->find()) >= 1;
            });
        }
        if (!$column->isPrimaryKey()) {
            $this->try($what . 'update', fn () =>
                $query::create()->{'filterBy' . $php}($value)->update([$php => $value], null, false) >= 0);
        }
    }

    private function useRelation(RelationMap $relation, string $class, object $object): void
    {
        $query = $class . 'Query';
        $name = $relation->getName();
        $what = "$class: relation $name: ";
        if ($relation->getType() === RelationMap::MANY_TO_MANY) {
            $object->{'get' . $relation->getPluralName()}();

            return;
        }
        if ($relation->getLeftTable() !== $relation->getRightTable()) {
            $this->try($what . 'leftJoinWith', fn () => count($query::create()->leftJoinWith($name)->find()) >= 1);
            $this->try($what . 'leftJoin', fn () => $query::create()->leftJoin($name)->count() >= 1);
        }
        foreach ($this->aliases as $alias) {
            $this->try($what . "use $alias", fn () => count($query::create()
                ->{'use' . $name . 'Query'}($alias, Criteria::LEFT_JOIN)->endUse()->find()) >= 1);
            $this->try($what . "join $alias", fn () => $query::create()->leftJoin("$name $alias")->count() >= 1);
            $this->try($what . "with $alias", fn () =>
                count($query::create()->leftJoin("$name $alias")->with($alias)->find()) >= 1);
        }
        $this->try($what . 'exists', fn () =>
            $query::create()->{'use' . $name . 'ExistsQuery'}()->endUse()->find() !== null);
        $this->try($what . 'in', fn () => $query::create()->{'useIn' . $name . 'Query'}()->endUse()->find() !== null);
        if ($relation->getType() === RelationMap::MANY_TO_ONE) {
            $object->{'get' . $name}();
            if (self::isUsable($relation->getRightTable()::class)) {
                $this->try($what . 'filterBy', fn () =>
                    $query::create()->{'filterBy' . $name}($this->saved($relation->getRightTable()))->find() !== null);
            }
        } else {
            $object->{'get' . ($relation->getPluralName() ?? $name)}();
        }
    }

    private function useAliases(string $class): void
    {
        $query = $class . 'Query';
        foreach ($this->aliases as $alias) {
            $this->try("$class: sub-query $alias", function () use ($query, $alias): bool {
                $outer = $query::create()->addSelectQuery($query::create()->limit(5), $alias);

                return count($outer->find()) >= 1 && $outer->count() >= 1;
            });
        }
    }

    private function write(string $map, string $class, object $object): void
    {
        $query = $class . 'Query';
        $copy = $object->copy();
        foreach ($map::getTableMap()->getColumns() as $column) {
            if (!$column->isPrimaryKey() && !$column->isForeignKey()) {
                $object->{'set' . $column->getPhpName()}(self::valueOf($column));
            }
        }
        $object->save();
        if ($map::getTableMap()->getPrimaryKeys() !== [] && !$map::getTableMap()->isCrossRef()) {
            $object->delete();
            self::expect($object->isDeleted(), "$class: delete()");
        }
        if ($map::AUTO_INCREMENT !== null) {
            $this->try("$class: delete by query", function () use ($map, $query, $copy): bool {
                $copy->save();
                $auto = $map::getTableMap()->getColumn($map::AUTO_INCREMENT)->getPhpName();
                $rows = $query::create()->setModelAlias($this->aliases[0], true);

                return $rows->{'filterBy' . $auto}($copy->{'get' . $auto}())->delete() === 1;
            });
        }
        $query::create()->deleteAll();
        self::expect($query::create()->count() === 0, "$class: deleteAll()");
    }

    private function saved(TableMap $tableMap): object
    {
        $class = $tableMap->getClassName();
        $object = $this->filled(new $class(), $tableMap::class);
        $object->save();

        return $object;
    }

    private function filled(object $object, string $map): object
    {
        foreach ($map::getTableMap()->getColumns() as $column) {
            if ($column->getName() === $map::AUTO_INCREMENT || $column->isForeignKey()) {
                continue;
            }
            $object->{'set' . $column->getPhpName()}(self::valueOf($column));
        }

        return $object;
    }

    private static int $number = 0;

    private static function valueOf(ColumnMap $column, bool $stored = false): mixed
    {
        $number = ++self::$number % 100 + 1;

        return match ($column->getType()) {
            'TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'FLOAT', 'DOUBLE', 'REAL', 'DECIMAL', 'NUMERIC' => $number,
            'BOOLEAN', 'BOOLEAN_EMU' => true,
            'DATE' => '2020-02-03',
            'TIME' => '10:20:30',
            'DATETIME', 'TIMESTAMP' => '2020-02-03 10:20:30',
            'ENUM' => $stored ? 0 : $column->getValueSet()[0],
            'SET' => $stored ? 1 : [$column->getValueSet()[0]],
            'ARRAY' => $stored ? '| x |' : ['x'],
            'JSON' => '{"a":1}',
            'OBJECT' => null,
            'UUID', 'UUID_BINARY' => sprintf('%08x-0000-4000-8000-000000000000', self::$number),
            'GEOMETRY' => null,
            default => chr(97 + $number % 26),
        };
    }

    /** Converts a value so that it can be compared by identity. */
    private static function plain(mixed $value): mixed
    {
        return match (true) {
            $value instanceof DateTimeInterface => $value->format('Y-m-d H:i:s'),
            is_resource($value) => stream_get_contents($value, -1, 0),
            is_object($value) => serialize($value),
            default => $value,
        };
    }

    /** Returns whether two numbers only differ by the rounding of the column. */
    private static function isRounded(ColumnMap $column, mixed $one, mixed $other): bool
    {
        return in_array($column->getType(), ['DECIMAL', 'NUMERIC', 'REAL', 'FLOAT'], true)
            && abs((float) $one - (float) $other) <= max(0.5, abs((float) $one) / 1e6);
    }

    /** Tries a statement. If there are very many schemas, each tries only a share of the statements. */
    private function try(string $what, Closure $holds): void
    {
        if ($this->database['share'] >= 1 || mt_rand() < $this->database['share'] * mt_getrandmax()) {
            self::expect($holds(), $what);
        }
    }

    private static function expect(bool $holds, string $what): void
    {
        $holds || throw new LogicException($what);
    }
}
