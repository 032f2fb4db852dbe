import { p } from '../behavior-parameters.js'
import { type CodeContext, defineBehavior } from '../define-behavior.js'
import { php } from '../php.js'
import { unlessReadOnly } from '../unless-read-only.js'

const runtime = 'Orm\\Runtime\\Behavior\\EventDispatcher'

const parameters = {
  query_events: p.boolean({ default: false, doc: 'whether update() and delete() of queries dispatch events' }),
}

type Context = CodeContext<typeof parameters>

/** Makes objects dispatch PSR-14 events when they are saved or deleted. */
export const eventDispatcher = defineBehavior({
  name: 'event_dispatcher',
  // The outermost layer: listeners run before and after all other code.
  layer: 100,
  parameters,
  object: unlessReadOnly({
    traits: () => [`${runtime}\\EventDispatcherTrait`],
    interfaces: () => [`${runtime}\\EventDispatcherAwareInterface`],
    // A listener, or a hook before it, may cancel the operation.
    preSave: () => php`$ret = $this->dispatchBeforeSave($con) && $ret;`,
    postSave: () => php`$this->dispatchAfterSave($con);`,
    preDelete: () => php`$ret = $this->dispatchBeforeDelete($con) && $ret;`,
    postDelete: () => php`$this->dispatchAfterDelete($con);`,
  }),
  query: unlessReadOnly({
    traits: ({ params }: Context) => (params.query_events ? [`${runtime}\\EventDispatcherQueryTrait`] : []),
    preUpdate: ({ params }: Context) =>
      params.query_events ? php`$this->noteUpdateToTell($values, $forceIndividualSaves);` : null,
    postUpdate: ({ params }: Context) => (params.query_events ? php`$this->tellUpdate($affectedRows, $con);` : null),
    preDelete: ({ params }: Context) => (params.query_events ? php`$this->noteDeleteToTell();` : null),
    postDelete: ({ params }: Context) => (params.query_events ? php`$this->tellDelete($affectedRows, $con);` : null),
  }),
})
