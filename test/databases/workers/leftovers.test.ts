import { testOnEachDatabase } from '../../support/project.js'
import { psrEventDispatcher } from '../../support/psr.js'

const schema = `
<database name="shop" namespace="Shop" defaultIdMethod="native">
  <table name="author">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="100" required="true"/>
    <behavior name="versionable"/>
    <behavior name="archivable"/>
    <behavior name="timestampable"/>
  </table>
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100"/>
    <column name="author_id" type="INTEGER"/>
    <foreign-key foreignTable="author" onDelete="cascade"><reference local="author_id" foreign="id"/></foreign-key>
    <behavior name="i18n"><parameter name="i18n_columns" value="title"/></behavior>
    <behavior name="query_cache"><parameter name="backend" value="array"/></behavior>
    <behavior name="soft_delete"/>
    <behavior name="sortable"/>
  </table>
  <table name="tag">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="20"/>
    <behavior name="event_dispatcher"><parameter name="query_events" value="true"/></behavior>
  </table>
  <table name="tagged">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="tag_id" type="INTEGER" required="true"/>
    <foreign-key foreignTable="tag"><reference local="tag_id" foreign="id"/></foreign-key>
  </table>
</database>`

testOnEachDatabase('after reset() a process is as if the request had not been', schema, async (t, project) => {
  const output = await project.php(`
    ${psrEventDispatcher}
    use Orm\\Runtime\\ActiveQuery\\ModelCriteria;
    use Orm\\Runtime\\Orm;
    use Shop\\{Author, AuthorQuery, Book, BookQuery, Tag, Tagged, TagQuery};

    /** Stays in the process: it fails the deletes that it is asked to. */
    final class Dispatcher implements Psr\\EventDispatcher\\EventDispatcherInterface
    {
        /** @var list<string> */
        public array $told = [];
        public ?string $fails = null;

        public function dispatch(object $event): object
        {
            $this->told[] = (new ReflectionClass($event))->getShortName();
            if ($event instanceof $this->fails) {
                throw new DomainException('a listener fails');
            }

            return $event;
        }
    }
    $dispatcher = new Dispatcher();
    $dispatcher->fails = stdClass::class;
    Orm::getStandardServiceContainer()->setEventDispatcher($dispatcher);

    /** All that static properties lead to, but for times and facts of tables. */
    $state = static function (): array {
        $values = [];
        $seen = new SplObjectStorage();
        $visit = static function (mixed $value, string $path) use (&$visit, &$values, $seen): void {
            if (is_object($value)) {
                if ($value instanceof UnitEnum || $seen->contains($value) || $value instanceof Dispatcher) {
                    return;
                }
                $seen->attach($value);
                $isFact = $value instanceof \\Orm\\Runtime\\Map\\TableMap || $value instanceof \\Orm\\Runtime\\Map\\DatabaseMap
                    || $value instanceof \\Orm\\Runtime\\Map\\RelationMap || $value instanceof Closure || $value instanceof PDO;
                if ($isFact) {
                    return;
                }
                if ($value instanceof WeakMap) {
                    $values["$path (weak)"] = count($value);
                    return;
                }
                foreach ((array) $value as $name => $one) {
                    $visit($one, $path . '->' . preg_replace('/^.*\\0/', '', (string) $name));
                }
            } elseif (is_array($value)) {
                $values["$path #"] = count($value);
                foreach ($value as $key => $one) {
                    $visit($one, $path . '[' . (is_int($key) ? '' : $key) . ']');
                }
            } elseif (preg_match('/(At|milliseconds|counter|inserts|revision|Revision|cursors|sequence)$/', $path) !== 1) {
                $values[$path] = $value;
            }
        };
        foreach (get_declared_classes() as $class) {
            if (preg_match('/^(Orm|Shop)\\\\\\\\/', $class) === 1) {
                foreach ((new ReflectionClass($class))->getStaticProperties() as $name => $value) {
                    $visit($value, "$class::$name");
                }
            }
        }
        ksort($values);

        return $values;
    };

    $tag = static function (): Tag {
        $tag = (new Tag())->setName('t');
        $tag->save();

        return $tag;
    };
    $fail = static function (string $event, callable $work) use ($dispatcher): void {
        $dispatcher->fails = $event;
        try {
            $work();
            assert(false, 'it must fail');
        } catch (DomainException) {
            $dispatcher->fails = stdClass::class;
        }
    };
    $con = static fn () => Orm::getConnection('shop');
    $requests = [
        'reads' => static function () {
            AuthorQuery::create()->find();
            BookQuery::create()->joinWithI18n('de_DE')->setQueryKey('k')->find();
        },
        'writes' => static function () use ($tag) {
            $author = (new Author())->setName('Ann');
            $author->save();
            $book = (new Book())->setLocale('fr_FR')->setTitle('un')->setAuthor($author);
            $book->save();
            $book->setLocale('de_DE')->setTitle('eins')->save();
            $author->setName('Anna')->save();
            BookQuery::create()->filterById($book->getId())->delete();
            $author->delete();
            $tag()->delete();
        },
        'a transaction' => static function () use ($con) {
            $con()->beginTransaction();
            $con()->beginTransaction();
            (new Author())->setName('lost')->save();
        },
        'settings' => static function () use ($con) {
            Orm::disableInstancePooling();
            AuthorQuery::disableVersioning();
            BookQuery::disableSoftDelete();
            BookQuery::create()->find();
            (new Author())->setName('no version')->save();
        },
        'a delete that fails' => static function () use ($tag, $fail) {
            $one = $tag();
            $fail(\\Orm\\Runtime\\Behavior\\EventDispatcher\\PostDeleteEvent::class, fn () => $one->delete());
        },
        'a save that fails' => static function () use ($fail, $tag) {
            $fail(\\Orm\\Runtime\\Behavior\\EventDispatcher\\PostSaveEvent::class, $tag);
        },
        'rows that are not read' => static function () {
            $rows = AuthorQuery::create()->setFormatter(ModelCriteria::FORMAT_ON_DEMAND)->find()->getIterator();
            $rows->rewind();
        },
        'a failed statement' => static function () use ($con) {
            try {
                $con()->exec('no statement');
            } catch (\\Orm\\Runtime\\Exception\\ExceptionInterface) {
                AuthorQuery::create()->count();
            }
        },
        'recorded queries' => static function () {
            Orm::getQueryLog()->start();
            AuthorQuery::create()->find();
            (new Author())->setName('recorded')->save();
        },
    ];
    // What is only learned once, such as facts of classes, is known after one round.
    Orm::getQueryLog()->start();
    foreach ([1, 2] as $_) {
        foreach ($requests as $request) {
            $request();
            Orm::reset();
        }
        (new Author())->setName('at least one')->save();
        Orm::reset();
    }
    gc_collect_cycles();
    $before = $state();
    assert(count($before) > 100);
    foreach ($requests as $name => $request) {
        $request();
        Orm::reset();
        gc_collect_cycles();
        $after = $state();
        $changed = array_filter(
            array_keys($before + $after),
            static fn (string $path): bool => ($before[$path] ?? null) !== ($after[$path] ?? null)
                || array_key_exists($path, $before) !== array_key_exists($path, $after),
        );
        // The columns of the last row of a class, without its values.
        $changed = preg_grep('/::last(Insert|Update|Append)/', $changed, PREG_GREP_INVERT);
        foreach ($changed as $path) {
            assert(false, "$name: $path was " . json_encode($before[$path] ?? null) . ', is ' . json_encode($after[$path] ?? null));
        }
    }
    assert(AuthorQuery::isVersioningEnabled() && BookQuery::isSoftDeleteEnabled() && Orm::isInstancePoolingEnabled());

    // A delete that has failed does not hide the event of a later one.
    $one = $tag();
    $tagged = (new Tagged())->setTag($one);
    $tagged->save();
    try {
        $one->delete();
        assert(false, 'there is a row that refers to it');
    } catch (\\Orm\\Runtime\\Exception\\Database\\ForeignKeyViolation) {
        $tagged->delete();
    }
    $dispatcher->told = [];
    TagQuery::create()->filterById($one->getId())->delete();
    assert($dispatcher->told === ['QueryDeleteEvent'], implode(', ', $dispatcher->told));

    // Settings of the start of the application stay.
    Orm::disableInstancePooling();
    AuthorQuery::disableVersioning();
    Orm::keepSettings();
    Orm::enableInstancePooling();
    AuthorQuery::enableVersioning();
    Orm::getStandardServiceContainer()->setDefaultDatasource('another');
    Orm::reset();
    assert(!Orm::isInstancePoolingEnabled() && !AuthorQuery::isVersioningEnabled());
    echo Orm::getDefaultDatasource();
  `)
  t.is(output, 'shop')
})
