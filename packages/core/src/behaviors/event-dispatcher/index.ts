import { defineBehavior } from '../define-behavior.js'
import { php } from '../php.js'
import { unlessReadOnly } from '../unless-read-only.js'

const runtime = 'Orm\\Runtime\\Behavior\\EventDispatcher'

/** Objects that tell a PSR-14 dispatcher what happens to them. */
export const eventDispatcher = defineBehavior({
  name: 'event_dispatcher',
  // Listeners see a row before and after everything else.
  layer: 100,
  object: unlessReadOnly({
    traits: () => [`${runtime}\\EventDispatcherTrait`],
    interfaces: () => [`${runtime}\\EventDispatcherAwareInterface`],
    // A listener, and hooks before it, may refuse the operation.
    preSave: () => php`$ret = $this->dispatchBeforeSave($con) && $ret;`,
    postSave: () => php`$this->dispatchAfterSave($con);`,
    preDelete: () => php`$ret = $this->dispatchBefore(self::EVENT_PRE_DELETE, $con) && $ret;`,
    postDelete: () => php`$this->dispatchAfter(self::EVENT_POST_DELETE, $con);`,
  }),
})
