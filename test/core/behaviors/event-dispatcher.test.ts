import { join } from 'node:path'
import test from 'ava'
import { buildSchema, runPhp } from 'orm-core/behavior'
import { psrEventDispatcher } from '../../support/psr.js'
import { root } from '../../support/root.mjs'

const options = { autoload: join(root, 'packages/runtime/autoload.php') }

const schema = (onDatabase = '', onTable = '<behavior name="event_dispatcher"/>') => `
  <database name="d" defaultIdMethod="native">${onDatabase}
    <table name="book">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="title" type="VARCHAR" size="50"/>
      ${onTable}
    </table>
    <table name="shown" readOnly="true">
      <column name="id" type="INTEGER" primaryKey="true"/>
    </table>
  </database>`

const dispatcher = `${psrEventDispatcher}
  class Dispatcher implements Psr\\EventDispatcher\\EventDispatcherInterface {
      public array $listeners = [];
      public string $log = '';
      public function dispatch(object $event) {
          $this->log .= substr(strrchr($event::class, '\\\\'), 1, -5) . ' ';
          foreach ($this->listeners[$event::class] ?? [] as $listener) {
              if ($event instanceof Psr\\EventDispatcher\\StoppableEventInterface && $event->isPropagationStopped()) { break; }
              $listener($event);
          }
          return $event;
      }
  }
`

const run = async (code: string, xml = schema()) =>
  (await runPhp(await buildSchema(xml), `${dispatcher}${code}`, options)).trim()

test('event_dispatcher: saves and deletes are told in order', async (t) => {
  t.is(
    await run(`
      Book::setEventDispatcher($dispatcher = new Dispatcher());
      $book = (new Book())->setTitle('a');
      $book->save();
      $dispatcher->log .= '| ';
      $book->setTitle('b')->save();
      $dispatcher->log .= '| ';
      $book->delete();
      echo $dispatcher->log;
    `),
    'PreSave PreInsert PostInsert PostSave | PreSave PreUpdate PostUpdate PostSave | PreDelete PostDelete',
  )
})

test('event_dispatcher: an event has the object and the connection; listeners may change the object', async (t) => {
  t.is(
    await run(`
      Book::setEventDispatcher($dispatcher = new Dispatcher());
      $dispatcher->listeners[Book::EVENT_PRE_INSERT][] = static fn ($event) => $event->getSubject()->setTitle('changed');
      $dispatcher->listeners[Book::EVENT_POST_SAVE][] = static function ($event): void {
          echo $event->getSubject()->getId(), $event->getConnection()->inTransaction() ? ' inside ' : ' outside ';
      };
      (new Book())->setTitle('a')->save();
      echo BookQuery::create()->findOne()->getTitle();
    `),
    '1 inside changed',
  )
})

test('event_dispatcher: a listener can say no, and later ones are not asked', async (t) => {
  t.is(
    await run(`
      Book::setEventDispatcher($dispatcher = new Dispatcher());
      $dispatcher->listeners[Book::EVENT_PRE_INSERT] = [static fn ($event) => $event->veto(), static fn () => print('asked')];
      echo (new Book())->setTitle('a')->save(), BookQuery::create()->count(), ' ', $dispatcher->log;
      $dispatcher->listeners = [];
      $book = (new Book())->setTitle('a');
      echo $book->save();
      $dispatcher->listeners[Book::EVENT_PRE_DELETE] = [static fn ($event) => $event->veto()];
      $book->delete();
      echo BookQuery::create()->count();
    `),
    '00 PreSave PreInsert 11',
  )
})

test('event_dispatcher: an exception of a listener takes the save back', async (t) => {
  t.is(
    await run(`
      Book::setEventDispatcher($dispatcher = new Dispatcher());
      $dispatcher->listeners[Book::EVENT_POST_INSERT] = [static fn ($event) => throw new RuntimeException('no')];
      try { (new Book())->setTitle('a')->save(); } catch (RuntimeException $e) { echo $e->getMessage(), BookQuery::create()->count(); }
    `),
    'no0',
  )
})

test('event_dispatcher: the dispatcher of the container serves models that have none', async (t) => {
  t.is(
    await run(
      `
      echo var_export(Book::getEventDispatcher(), true), (new Book())->setTitle('a')->save(), ' ';
      Orm\\Runtime\\Orm::getServiceContainer()->setEventDispatcher($all = new Dispatcher());
      (new Book())->setTitle('b')->save();
      Book::setEventDispatcher($own = new Dispatcher());
      (new Book())->setTitle('c')->save();
      echo strlen($all->log) === strlen($own->log) ? 'equal ' : 'different ';
      Book::setEventDispatcher(null);
      echo Book::getEventDispatcher() === $all ? 'all' : 'own', (new Book()) instanceof Orm\\Runtime\\Behavior\\EventDispatcher\\EventDispatcherAwareInterface ? ' aware' : '';
    `,
      schema('<behavior name="event_dispatcher"/>', ''),
    ),
    'NULL1 equal all aware',
  )
})

test('event_dispatcher: without psr/event-dispatcher models are saved as ever', async (t) => {
  t.is(
    await runPhp(
      await buildSchema(schema()),
      `echo (new Book())->setTitle('a')->save(), Book::EVENT_PRE_SAVE;`,
      options,
    ),
    '1Orm\\Runtime\\Behavior\\EventDispatcher\\PreSaveEvent',
  )
})
