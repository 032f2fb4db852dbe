import { testOnEachDatabase } from '../../support/project.js'

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'

const scoped = (column: string) => `<behavior name="sortable">
  <parameter name="use_scope" value="true"/>
  <parameter name="scope_column" value="${column}"/>
</behavior>`

const key = (column: string, table: string) =>
  `<foreign-key foreignTable="${table}" onDelete="cascade"><reference local="${column}" foreign="id"/></foreign-key>`

const playlists = `<database name="lists" defaultIdMethod="native" namespace="Lists">
  <table name="playlist">${id}<column name="name" type="VARCHAR" size="20"/></table>
  <table name="track">${id}</table>
  <table name="playlist_track" isCrossRef="true">
    <column name="playlist_id" type="INTEGER" primaryKey="true"/>
    <column name="track_id" type="INTEGER" primaryKey="true"/>
    ${key('playlist_id', 'playlist')}
    ${key('track_id', 'track')}
    ${scoped('playlist_id')}
  </table>
</database>`

const helpers = `
  use Lists\\{Playlist, PlaylistTrack, PlaylistTrackQuery, Track};
  $tracks = [];
  foreach (range(1, 6) as $i) {
    ($tracks[$i] = new Track())->save();
  }
  foreach ([[1, 2, 3], [4, 5, 6, 1]] as $members) {
    $playlist = (new Playlist())->setName('list');
    foreach ($members as $i) {
      $playlist->addTrack($tracks[$i]);
    }
    $playlist->save();
  }
  $member = static fn (int $list, int $track): ?PlaylistTrack => PlaylistTrackQuery::create()->findPk([$list, $track]);
  $lists = static fn (): string => implode(' ', array_map(
    static fn (int $list): string => implode('', PlaylistTrackQuery::create()->findList($list)->getColumnValues('TrackId')),
    [1, 2],
  ));
`

testOnEachDatabase('sortable: rows whose key contains the scope are swapped', playlists, async (t, project) => {
  t.is(
    await project.php(`${helpers}
      $two = $member(1, 2);
      $five = $member(2, 5);
      $two->swapWith($five);
      echo json_encode([
        $lists(), $two->getPrimaryKey(), $five->getPrimaryKey(), $two->isModified(), $five->isModified(),
        $member(2, 2) === $two, $member(1, 5) === $five, $member(1, 2),
      ]);
      $two->moveToTop();
      $five->setTrackId($tracks[6]->getId())->save();
      echo ' ', $lists();
    `),
    '["153 4261",[2,2],[1,5],false,false,true,true,null] 163 2461',
  )
})

testOnEachDatabase(
  'sortable: a swap that would give two rows one key changes nothing',
  playlists,
  async (t, project) => {
    t.is(
      await project.php(`${helpers}
      $four = $member(2, 4);
      $one = $member(1, 1);
      try {
        $four->swapWith($one);
      } catch (Orm\\Runtime\\Exception\\Database\\UniqueViolation) {
      }
      echo json_encode([
        $lists(), $four->getPrimaryKey(), $one->getPrimaryKey(), $four->isModified(), $one->isModified(),
      ]);
      $con = Orm\\Runtime\\Orm::getConnection('lists');
      $con->beginTransaction();
      $four->swapWith($member(1, 3));
      $con->rollBack();
      $four->moveToBottom();
      $one->moveToBottom();
      echo ' ', $lists();
    `),
      '["123 4561",[2,4],[1,1],false,false] 231 5614',
    )
  },
)

const folders = `<database name="lists" defaultIdMethod="native" namespace="Lists">
  <table name="folder">
    ${id}
    <column name="title" type="VARCHAR" size="20"/>
    <column name="parent_id" type="INTEGER"/>
    ${key('parent_id', 'folder').replace('foreignTable', 'phpName="Parent" refPhpName="Child" foreignTable')}
    ${scoped('parent_id')}
  </table>
</database>`

testOnEachDatabase(
  'sortable: rows that are deleted with the row that their list belongs to are not found any more',
  folders,
  async (t, project) => {
    t.is(
      await project.php(`
        use Lists\\{Folder, FolderQuery};
        $add = static function (string $title, ?Folder $parent = null): Folder {
          ($folder = new Folder())->setTitle($title)->setParent($parent)->save();
          return $folder;
        };
        $root = $add('root');
        [$a, $b, $c] = [$add('a', $root), $add('b', $root), $add('c', $root)];
        $below = [$add('below', $a), $add('below', $b)];
        $a->delete();
        $found = static fn (Folder $folder): bool => FolderQuery::create()->findPk($folder->getId()) !== null;
        $seen = [$found($below[0]), $found($c), $b->getRank(), $c->getRank(), FolderQuery::create()->findPk($c->getId()) === $c];
        FolderQuery::create()->filterByTitle('b')->delete();
        $seen = [...$seen, $found($below[1]), $found($root), $c->getRank()];
        FolderQuery::create()->filterByTitle('root')->delete();
        echo json_encode([...$seen, $found($c), FolderQuery::create()->count()]);
      `),
      '[false,true,1,2,true,false,true,1,false,0]',
    )
  },
)

const pages = `<database name="lists" defaultIdMethod="native" namespace="Lists">
  <table name="writer">${id}</table>
  <table name="page">
    ${id}
    <column name="kind" type="INTEGER"/>
    <column name="above_id" type="INTEGER"/>
    <column name="writer_id" type="INTEGER"/>
    <foreign-key foreignTable="page" phpName="Above" refPhpName="Below" onDelete="setnull">
      <reference local="above_id" foreign="id"/>
    </foreign-key>
    <foreign-key foreignTable="writer" onDelete="setnull"><reference local="writer_id" foreign="id"/></foreign-key>
    ${scoped('kind')}
  </table>
</database>`

testOnEachDatabase(
  'sortable: a row that has lost its parent to a delete is found without it, and the other objects stay',
  pages,
  async (t, project) => {
    t.is(
      await project.php(`
        use Lists\\{Page, PageQuery, Writer};
        $add = static function (?Page $above = null, ?Writer $writer = null): Page {
          ($page = new Page())->setKind(1)->setAbove($above)->setWriter($writer)->save();
          return $page;
        };
        $read = static fn (Page $page): Page => PageQuery::create()->findPk($page->getId());
        ($writer = new Writer())->save();
        [$a, $b] = [$add(), $add(null, $writer)];
        [$ofA, $ofB] = [$add($a), $add($b)];
        $a->delete();
        $seen = [$read($ofA)->getAboveId(), $read($ofB) === $ofB, $ofB->getAboveId() === $b->getId(), $b->getRank(), $ofB->getRank()];
        PageQuery::create()->filterById($b->getId())->filterByKind(1)->delete();
        $seen = [...$seen, $read($ofB)->getAboveId(), $read($ofB)->getRank()];
        $late = $add(null, $writer);
        $writer->delete();
        $seen = [...$seen, $read($late)->getWriterId(), $read($ofA)->getRank(), $read($late)->getRank()];
        echo json_encode($seen);
      `),
      '[null,true,true,1,3,null,2,null,1,3]',
    )
  },
)

const items = `<database name="lists" defaultIdMethod="native" namespace="Lists">
  <table name="item">${id}<behavior name="sortable"/></table>
</database>`

testOnEachDatabase(
  'sortable: deleting the members of a list takes no longer because their objects are pooled',
  items,
  async (t, project) => {
    const [pooled, alone] = (
      await project.php(`
        use Lists\\{Item, ItemQuery};
        use Orm\\Runtime\\Orm;
        $con = Orm::getConnection('lists');
        $take = static function () use ($con): float {
          $con->transaction(static function (): void {
            for ($i = 0; $i < 1500; $i++) {
              (new Item())->save();
            }
          });
          Lists\\Map\\ItemTableMap::clearInstancePool();
          $items = array_reverse(ItemQuery::create()->findList()->getData());
          $seconds = static function (): float {
            ['ru_utime.tv_sec' => $whole, 'ru_utime.tv_usec' => $part] = getrusage();
            return $whole + $part / 1e6;
          };
          $begin = $seconds();
          $con->transaction(static function () use ($items): void {
            foreach ($items as $item) {
              $item->delete();
            }
          });
          return $seconds() - $begin;
        };
        $take();
        $pooled = $take();
        Orm::disableInstancePooling();
        echo $pooled, ' ', $take();
      `)
    )
      .split(' ')
      .map(Number)
    t.true(pooled! < 3 * alone!, `${pooled} s, and ${alone} s without a pool`)
  },
)

testOnEachDatabase(
  'sortable: a new row is refused whose list only the database knows',
  `<database name="lists" defaultIdMethod="native" namespace="Lists">
    <table name="event">${id}<column name="day" type="DATE" defaultExpr="CURRENT_DATE"/>${scoped('day')}</table>
  </database>`,
  async (t, project) => {
    t.is(
      await project.php(`
        use Lists\\{Event, EventQuery};
        try {
          (new Event())->save();
        } catch (Orm\\Runtime\\Exception\\OrmException $refused) {
          echo $refused->getMessage(), ' ';
        }
        (new Event())->setDay('2026-01-01')->save();
        (new Event())->setDay('2026-01-01')->insertAtTop()->save();
        (new Event())->setDay(null)->setSortableRank(7)->save();
        (new Event())->setSortableRank(7)->save();
        echo EventQuery::countList('2026-01-01'), EventQuery::create()->filterBySortableRank(7)->count();
      `),
      'The list of a new Lists\\Event is not known before it is saved: set event.day, whose default the database computes 22',
    )
  },
)

testOnEachDatabase(
  'sortable: an object whose row a statement moves to another list has the parent of that list',
  `<database name="lists" defaultIdMethod="native" namespace="Lists">
    <table name="board">${id}</table>
    <table name="card">
      ${id}
      <column name="title" type="VARCHAR" size="20"/>
      <column name="board_id" type="INTEGER"/>
      <foreign-key foreignTable="board" onDelete="setnull"><reference local="board_id" foreign="id"/></foreign-key>
      ${scoped('board_id')}
    </table>
  </database>`,
  async (t, project) => {
    t.is(
      await project.php(`
        use Lists\\{Board, Card, CardQuery};
        ($one = new Board())->save();
        ($two = new Board())->save();
        ($card = (new Card())->setBoard($one))->save();
        $say = static function (string $title) use ($card): void {
          echo json_encode([$card->getBoardId(), $card->getBoard()?->getId(), $card->setTitle($title)->save()]), ' ';
          $card->reload();
          echo $card->getBoardId() ?? 'null', ' ';
        };
        CardQuery::create()->update(['BoardId' => $two->getId()]);
        $say('moved');
        $two->delete();
        $say('alone');
        $con = Orm\\Runtime\\Orm::getConnection('lists');
        $con->beginTransaction();
        CardQuery::create()->update(['BoardId' => $one->getId()]);
        $card->getBoard();
        $con->rollBack();
        $say('rolled back');
      `),
      '[2,2,1] 2 [null,null,1] null [null,null,1] null ',
    )
  },
)

testOnEachDatabase(
  'sortable: members whose parent with a binary UUID is deleted join the list without a parent',
  `<database name="lists" namespace="Lists">
    <table name="team"><column name="id" type="UUID_BINARY" primaryKey="true"/><behavior name="uuid"/></table>
    <table name="job">
      <column name="id" type="INTEGER" primaryKey="true"/>
      <column name="team_id" type="UUID_BINARY"/>
      <foreign-key foreignTable="team" onDelete="setnull"><reference local="team_id" foreign="id"/></foreign-key>
      ${scoped('team_id')}
    </table>
  </database>`,
  async (t, project) => {
    t.is(
      await project.php(`
        use Lists\\{Job, JobQuery, Team, TeamQuery};
        (new Job())->setId(1)->save();
        foreach ([2, 3] as $id) {
          ($teams[] = $team = new Team())->save();
          (new Job())->setId($id)->setTeam($team)->save();
        }
        $teams[0]->delete();
        TeamQuery::create()->deleteAll();
        echo implode(',', JobQuery::create()->findList()->getColumnValues('Id'));
      `),
      '1,2,3',
    )
  },
)
