import { testOnEachDatabase } from '../../support/project.js'
import { psrEventDispatcher } from '../../support/psr.js'
import { walkSeed, walkSteps } from '../../support/walks.js'

const schema = `<database name="d" namespace="D">
  <table name="book">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="9"/>
    <column name="kind" type="INTEGER"/>
    <behavior name="event_dispatcher"><parameter name="query_events" value="true"/></behavior>
    <behavior name="sortable"><parameter name="use_scope" value="true"/><parameter name="scope_column" value="kind"/></behavior>
  </table>
</database>`

testOnEachDatabase(
  `update() and delete() of queries tell once what they did to how many rows (ORM_SEED=${walkSeed})`,
  schema,
  async (t, project) => {
    t.is(
      await project.php(`${psrEventDispatcher}
        final class Dispatcher implements Psr\\EventDispatcher\\EventDispatcherInterface
        {
            public array $events = [];
            public function dispatch(object $event)
            {
                $this->events[] = $event;
                return $event;
            }
        }
        mt_srand(${walkSeed});
        D\\Book::setEventDispatcher($dispatcher = new Dispatcher());
        /** By id: title and kind. */
        $rows = [];
        for ($step = 0; $step < ${walkSteps(60)}; $step++) {
            $kind = mt_rand(1, 3);
            $chosen = array_filter($rows, static fn (array $row): bool => $row[1] === $kind);
            $query = D\\BookQuery::create()->filterByKind($kind);
            $dispatcher->events = [];
            $told = null;
            switch (mt_rand(1, 6)) {
                case 1:
                    $query->update(['Title' => "t$step"]);
                    foreach ($chosen as $id => $_) {
                        $rows[$id][0] = "t$step";
                    }
                    $told = [D\\Book::EVENT_QUERY_UPDATE, count($chosen), ['Title' => "t$step"]];
                    break;
                case 2:
                    $to = mt_rand(1, 3);
                    $query->update(['Kind' => $to]);
                    foreach ($chosen as $id => $_) {
                        $rows[$id][1] = $to;
                    }
                    $told = [D\\Book::EVENT_QUERY_UPDATE, count($chosen), ['Kind' => $to]];
                    break;
                case 3:
                    if (count($rows) > 8) {
                        $query->delete();
                        $rows = array_diff_key($rows, $chosen);
                        $told = [D\\Book::EVENT_QUERY_DELETE, count($chosen), null];
                    }
                    break;
                case 4:
                    $id = array_key_first($chosen);
                    if ($id !== null) {
                        D\\BookQuery::create()->findPk($id)->delete();
                        unset($rows[$id]);
                        $events = array_map(get_class(...), $dispatcher->events);
                        assert($events === [D\\Book::EVENT_PRE_DELETE, D\\Book::EVENT_POST_DELETE], json_encode($events));
                        $dispatcher->events = [];
                    }
                    break;
                case 5:
                    $id = array_key_first($chosen);
                    if ($id !== null) {
                        D\\BookQuery::create()->filterById($id)->delete();
                        unset($rows[$id]);
                        $told = [D\\Book::EVENT_QUERY_DELETE, 1, null];
                    }
                    break;
                default:
                    $book = (new D\\Book())->setTitle("n$step")->setKind($kind);
                    $book->save();
                    $rows[$book->getId()] = ["n$step", $kind];
                    $dispatcher->events = [];
            }
            if ($told === null || $told[1] === 0) {
                assert($dispatcher->events === [], "step $step");
            } else {
                assert(count($dispatcher->events) === 1, "step $step");
                [$event] = $dispatcher->events;
                assert($event::class === $told[0] && $event->getAffectedRows() === $told[1], "step $step");
                assert($told[2] === null || $event->getValues() === $told[2]);
                assert($event->getQuery() instanceof D\\BookQuery && $event->getConnection() !== null);
            }
            $found = [];
            foreach (D\\BookQuery::create()->find() as $book) {
                $found[$book->getId()] = [$book->getTitle(), $book->getKind()];
            }
            ksort($found);
            ksort($rows);
            assert($found === $rows);
        }
        // A listener that throws takes the update back.
        D\\Book::setEventDispatcher(new class implements Psr\\EventDispatcher\\EventDispatcherInterface {
            public function dispatch(object $event)
            {
                throw new DomainException('no');
            }
        });
        try {
            D\\BookQuery::create()->filterById(0, Orm\\Runtime\\ActiveQuery\\Criteria::GREATER_THAN)->update(['Title' => 'gone']);
            assert($rows === []);
        } catch (DomainException) {
        }
        assert(D\\BookQuery::create()->filterByTitle('gone')->count() === 0);
        echo 'ok';
      `),
      'ok',
    )
  },
)
