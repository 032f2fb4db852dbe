<?php

declare(strict_types=1);

namespace Orm\Tests\Unit;

use Bookstore\Author;
use Bookstore\Book;
use Bookstore\Map\AuthorTableMap;
use Bookstore\Map\BookTableMap;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\DatabaseMap;
use Orm\Runtime\Map\Exception\ColumnNotFoundException;
use Orm\Runtime\Map\Exception\ForeignKeyNotFoundException;
use Orm\Runtime\Map\Exception\RelationNotFoundException;
use Orm\Runtime\Map\Exception\TableNotFoundException;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use Orm\Runtime\ServiceContainer\StandardServiceContainer;
use PDO;
use PHPUnit\Framework\TestCase;

/** Maps that are made and asked by hand, as people who extend them use them. */
final class MapTest extends TestCase
{
    private DatabaseMap $database;

    protected function setUp(): void
    {
        $this->database = new DatabaseMap('library');
        $container = new StandardServiceContainer();
        $container->initDatabaseMaps(['bookstore' => [AuthorTableMap::class, BookTableMap::class]]);
        Orm::setServiceContainer($container);
    }

    public function testTablesOfADatabase(): void
    {
        self::assertSame([], $this->database->getTables());
        self::assertFalse($this->database->hasTable('shelf'));
        $shelf = $this->database->addTable('shelf');
        $hall = new class ('hall') extends TableMap {
        };
        $this->database->addTableObject($hall);
        self::assertTrue($this->database->hasTable('shelf'));
        self::assertTrue($this->database->hasTable('shelf.id'));
        self::assertSame(['shelf' => $shelf, 'hall' => $hall], $this->database->getTables());
        self::assertSame($this->database, $hall->getDatabaseMap());
        $id = $shelf->addColumn('id', 'Id', 'INTEGER');
        self::assertSame($id, $this->database->getColumn('shelf.id'));
        self::assertSame($id, $this->database->getColumn('shelf.ID'));
        self::assertFails(TableNotFoundException::class, fn () => $this->database->getTable('nowhere'));
        self::assertFails(ColumnNotFoundException::class, fn () => $this->database->getColumn('nowhere.id'));
        self::assertFails(ColumnNotFoundException::class, fn () => $this->database->getColumn('shelf.nothing'));
        self::assertFails(TableNotFoundException::class, fn () => $this->database->getTableByPhpName('No\Model'));
    }

    public function testColumnsAndRelationsOfAGeneratedMapKeepTheirOrderWhoeverReadsOneFirst(): void
    {
        $book = new BookTableMap();
        $pages = $book->getColumnByPhpName('Pages');
        $title = $book->getColumn('book.title');
        self::assertSame(['ID'], array_keys($book->getPrimaryKeys()));
        $more = $book->addColumn('shelf', 'Shelf', 'INTEGER', true, null, 3);
        self::assertSame(['ID', 'TITLE', 'ISBN', 'PAGES', 'AUTHOR_ID', 'SHELF'], array_keys($book->getColumns()));
        self::assertSame([$title, $pages, $more], [
            $book->getColumn('title'), $book->getColumns()['PAGES'], $book->findColumnByName('Shelf'),
        ]);
        self::assertSame([255, true, 0, 3], [
            $title->getSize(), $title->isNotNull(), $pages->getDefaultValue(), $more->getDefaultValue(),
        ]);
        $title->setPrimaryKey(true);
        self::assertSame(['ID', 'TITLE'], array_keys($book->getPrimaryKeys()));
        $loan = $book->addRelation('Loan', 'loan', RelationMap::ONE_TO_MANY, [['id', 'book_id']]);
        $author = $book->getRelation('Author');
        self::assertSame(['Author' => $author, 'Loan' => $loan], $book->getRelations());
    }

    public function testGeneratedMapsAreLoadedWhenTheyAreAskedFor(): void
    {
        $this->database->registerTableMapClasses([AuthorTableMap::class]);
        $this->database->registerTableMapClassByName('book', Book::class, BookTableMap::class);
        $dump = $this->database->dumpMaps();
        self::assertSame(
            ['author' => AuthorTableMap::class, 'book' => BookTableMap::class],
            $dump['tablesByName'],
        );
        $other = new DatabaseMap('library');
        $other->loadMapsFromDump($dump);
        foreach ([$this->database, $other] as $database) {
            self::assertTrue($database->hasTable('book'));
            self::assertInstanceOf(BookTableMap::class, $database->getTable('book'));
            self::assertSame($database->getTable('author'), $database->getTableByPhpName(Author::class));
            self::assertSame($database->getTable('book'), $database->getTableByPhpName('\\' . Book::class));
            self::assertSame($dump, $database->dumpMaps());
        }
        $third = new DatabaseMap('library');
        self::assertSame($third->addTableFromMapClass(BookTableMap::class), $third->getTable('book'));
    }

    public function testWhatATableIsSaidToBe(): void
    {
        $table = new TableMap('shelf', $this->database);
        self::assertSame(['shelf', null, null, null, null], [
            $table->getName(), $table->getPhpName(), $table->getClassName(), $table->getPackage(),
            $table->getPrimaryKeyMethodInfo(),
        ]);
        self::assertSame([false, false, false, false], [
            $table->isUseIdGenerator(), $table->isSingleTableInheritance(), $table->isCrossRef(),
            $table->isIdentifierQuotingEnabled(),
        ]);
        self::assertSame([[], [], [], [], []], [
            $table->getColumns(), $table->getPrimaryKeys(), $table->getForeignKeys(), $table->getRelations(),
            $table->getBehaviors(),
        ]);
        $table->setName('shelves');
        $table->setPhpName('Shelf');
        $table->setClassName('Library\Shelf');
        $table->setPackage('library.model');
        $table->setPrimaryKeyMethodInfo('shelf_seq');
        $table->setUseIdGenerator(true);
        $table->setSingleTableInheritance(true);
        $table->setIsCrossRef(true);
        $table->setIdentifierQuoting(true);
        self::assertSame(['shelves', 'Shelf', 'Library\Shelf', 'library.model', 'shelf_seq'], [
            $table->getName(), $table->getPhpName(), $table->getClassName(), $table->getPackage(),
            $table->getPrimaryKeyMethodInfo(),
        ]);
        self::assertSame([true, true, true, true], [
            $table->isUseIdGenerator(), $table->isSingleTableInheritance(), $table->isCrossRef(),
            $table->isIdentifierQuotingEnabled(),
        ]);
        foreach (['getNameOrFail', 'getPhpNameOrFail', 'getClassNameOrFail'] as $method) {
            self::assertIsString($table->$method());
            self::assertFails(ExceptionInterface::class, static fn () => (new TableMap())->$method());
        }
    }

    public function testColumnsOfATable(): void
    {
        $shelf = $this->database->addTable('shelf');
        $shelf->setPhpName('Shelf');
        $hall = $this->database->addTable('hall');
        $hallId = $hall->addPrimaryKey('ID', 'Id', 'INTEGER', true);
        $title = $shelf->addColumn('TITLE_TEXT', 'TitleText', 'VARCHAR', true, 40, 'none');
        $title->setPrimaryString(true);
        $hallOfShelf = $shelf->addForeignKey('HALL_ID', 'HallId', 'INTEGER', 'hall', 'ID');
        $id = $shelf->addForeignPrimaryKey('ID', 'Id', 'INTEGER', 'hall', 'ID', true);
        foreach (['TITLE_TEXT', 'title_text', 'shelf.TITLE_TEXT', 'SHELF.title_text'] as $spelling) {
            self::assertTrue($shelf->hasColumn($spelling), $spelling);
            self::assertSame($title, $shelf->getColumn($spelling), $spelling);
        }
        self::assertSame($title, $shelf->getColumn('TITLE_TEXT', false));
        self::assertFalse($shelf->hasColumn('title_text', false));
        self::assertFails(ColumnNotFoundException::class, static fn () => $shelf->getColumn('title_text', false));
        self::assertFails(ColumnNotFoundException::class, static fn () => $shelf->getColumn('nothing'));
        self::assertSame($title, $shelf->getColumnByPhpName('TitleText'));
        self::assertTrue($shelf->hasColumnByPhpName('TitleText'));
        self::assertFails(ColumnNotFoundException::class, static fn () => $shelf->getColumnByPhpName('Nothing'));
        self::assertSame([$title, $title, null], [
            $shelf->findColumnByName('TITLE_TEXT'), $shelf->findColumnByName('TitleText'),
            $shelf->findColumnByName('Nothing'),
        ]);
        self::assertSame(['TITLE_TEXT' => $title, 'HALL_ID' => $hallOfShelf, 'ID' => $id], $shelf->getColumns());
        self::assertSame([['ID' => $id], ['HALL_ID' => $hallOfShelf, 'ID' => $id]], [
            $shelf->getPrimaryKeys(), $shelf->getForeignKeys(),
        ]);
        self::assertTrue($shelf->hasPrimaryStringColumn());
        self::assertSame($title, $shelf->getPrimaryStringColumn());
        self::assertSame(['hall', 'ID', 'hall.ID', $hall, $hallId], [
            $id->getRelatedTableName(), $id->getRelatedColumnName(), $id->getRelatedName(), $id->getRelatedTable(),
            $id->getRelatedColumn(),
        ]);
        self::assertSame([true, true, false, false], [
            $id->isPrimaryKey(), $id->isForeignKey(), $title->isPrimaryKey(), $title->isForeignKey(),
        ]);
        self::assertFails(ForeignKeyNotFoundException::class, static fn () => $title->getRelatedTable());
        self::assertFails(ForeignKeyNotFoundException::class, static fn () => $title->getRelatedColumn());
        $shelf->addRelation('Hall', 'hall', RelationMap::MANY_TO_ONE, [[':HALL_ID', ':ID']]);
        self::assertSame($shelf->getRelation('Hall'), $hallOfShelf->getRelation());
        self::assertNull($title->getRelation());
        self::assertTrue($shelf->hasRelation('Hall'));
        self::assertFalse($shelf->hasRelation('Attic'));
        self::assertFails(RelationNotFoundException::class, static fn () => $shelf->getRelation('Attic'));
        self::assertSame(7, $shelf->extractPrimaryKey((new Criteria())->add('shelf.ID', 7)));
    }

    /** @return iterable<string, array{string, int, list<string>}> */
    public static function types(): iterable
    {
        yield 'text' => ['VARCHAR', PDO::PARAM_STR, ['isText']];
        yield 'char' => ['CHAR', PDO::PARAM_STR, ['isText']];
        yield 'long text' => ['LONGVARCHAR', PDO::PARAM_STR, ['isText']];
        yield 'integer' => ['INTEGER', PDO::PARAM_INT, ['isNumeric']];
        yield 'decimal' => ['DECIMAL', PDO::PARAM_STR, ['isNumeric']];
        yield 'date' => ['DATE', PDO::PARAM_STR, ['isTemporal']];
        yield 'timestamp' => ['TIMESTAMP', PDO::PARAM_STR, ['isTemporal']];
        yield 'blob' => ['BLOB', PDO::PARAM_LOB, ['isLob']];
        yield 'set' => ['SET', PDO::PARAM_INT, ['isSetType']];
        yield 'uuid' => ['UUID', PDO::PARAM_STR, ['isUuid']];
        yield 'boolean' => ['BOOLEAN', PDO::PARAM_BOOL, []];
    }

    /**
     * @dataProvider types
     * @param list<string> $kinds
     */
    public function testTypesOfColumns(string $type, int $pdoType, array $kinds): void
    {
        $column = new ColumnMap('X', new TableMap('t'), 'X', 'VARCHAR');
        $column->setType($type);
        self::assertSame([$type, $pdoType], [$column->getType(), $column->getPdoType()]);
        foreach (['isText', 'isNumeric', 'isTemporal', 'isLob', 'isSetType', 'isUuid'] as $kind) {
            self::assertSame(in_array($kind, $kinds, true), $column->$kind(), $kind);
        }
    }

    public function testWhatAColumnIsSaidToBe(): void
    {
        $table = new TableMap('shelf', $this->database);
        $column = new ColumnMap('COLOR', $table, 'Colour', 'VARCHAR');
        self::assertSame(['COLOR', 'shelf', 'shelf.COLOR', $table], [
            $column->getName(), $column->getTableName(), $column->getFullyQualifiedName(), $column->getTable(),
        ]);
        $column->setPhpName('Color');
        $column->setSize(12);
        $column->setNotNull(true);
        $column->setDefaultValue('red');
        $column->setPrimaryKey(true);
        $column->setPrimaryString(true);
        $column->setValueSet(['red', 'green']);
        self::assertSame(['Color', 12, true, 'red', true, true, ['red', 'green']], [
            $column->getPhpName(), $column->getSize(), $column->isNotNull(), $column->getDefaultValue(),
            $column->isPrimaryKey(), $column->isPrimaryString(), $column->getValueSet(),
        ]);
        self::assertSame([true, false, 1], [
            $column->isInValueSet('green'), $column->isInValueSet('blue'), $column->getValueSetKey('green'),
        ]);
        $column->setForeignKey('hall', 'ID');
        self::assertTrue($column->isForeignKey());
        self::assertSame(['BAR', 'BAR'], [ColumnMap::normalizeName('bar'), ColumnMap::normalizeName('foo.bar')]);
    }

    public function testSidesOfARelation(): void
    {
        $shelf = $this->database->addTable('shelf');
        $hall = $this->database->addTable('hall');
        $hall->setPhpName('Hall');
        $hallId = $hall->addPrimaryKey('ID', 'Id', 'INTEGER', true);
        $number = $hall->addPrimaryKey('NR', 'Nr', 'INTEGER', true);
        $local = $shelf->addColumn('HALL_ID', 'HallId', 'INTEGER');
        $localNumber = $shelf->addColumn('HALL_NR', 'HallNr', 'INTEGER');
        $pairs = [[':HALL_ID', ':ID'], [':HALL_NR', ':NR']];
        $one = $shelf->addRelation('Hall', 'hall', RelationMap::MANY_TO_ONE, $pairs, 'SET NULL', 'CASCADE', 'Halls');
        $many = $hall->addRelation('Shelf', 'shelf', RelationMap::ONE_TO_MANY, $pairs, null, null, 'Shelves');
        self::assertSame(['Hall', 'Halls', RelationMap::MANY_TO_ONE, 'SET NULL', 'CASCADE', 2, true, false], [
            $one->getName(), $one->getPluralName(), $one->getType(), $one->getOnDelete(), $one->getOnUpdate(),
            $one->countColumnMappings(), $one->isComposite(), $one->isPolymorphic(),
        ]);
        $columns = [[$local, $localNumber], [$hallId, $number]];
        self::assertSame($columns, [$one->getLocalColumns(), $one->getForeignColumns()]);
        self::assertSame($columns, [$many->getLocalColumns(), $many->getForeignColumns()]);
        self::assertSame($columns, [$one->getLeftColumns(), $one->getRightColumns()]);
        self::assertSame($columns, [$many->getRightColumns(), $many->getLeftColumns()]);
        foreach ([$one, $many] as $relation) {
            self::assertSame([$shelf, $hall], [$relation->getLocalTable(), $relation->getForeignTable()]);
        }
        self::assertSame([$shelf, $hall, $hall, $shelf], [
            $one->getLeftTable(), $one->getRightTable(), $many->getLeftTable(), $many->getRightTable(),
        ]);
        self::assertSame([$many, $one], [$one->getSymmetricalRelation(), $many->getSymmetricalRelation()]);
        $typed = new RelationMap('Typed', $shelf, $hall);
        $typed->setType(RelationMap::MANY_TO_ONE);
        $typed->setPolymorphic(true);
        $typed->addColumnMapping($local, $hallId);
        $typed->addColumnMapping($localNumber, 'hall');
        self::assertTrue($typed->isPolymorphic());
        self::assertSame([1 => 'hall'], $typed->getLocalValues());
    }

    public function testNamesOfTheFieldsOfAModel(): void
    {
        self::assertSame(['Id', 'Name', 'Email'], TableMap::getFieldnamesForClass(Author::class));
        self::assertSame(
            ['author.id', 'author.name', 'author.email'],
            TableMap::getFieldnamesForClass(Author::class, TableMap::TYPE_COLNAME),
        );
        self::assertSame('email', TableMap::translateFieldnameForClass(
            Author::class,
            'Email',
            TableMap::TYPE_PHPNAME,
            TableMap::TYPE_FIELDNAME,
        ));
    }

    /** @param class-string<\Throwable> $class */
    private static function assertFails(string $class, callable $call): void
    {
        try {
            $call();
        } catch (ExceptionInterface $failure) {
            self::assertInstanceOf($class, $failure);

            return;
        }
        self::fail('no ' . $class);
    }
}
