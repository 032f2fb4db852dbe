import { defineBehavior } from '../define-behavior.js'
import { dispatchAfter, dispatchBefore } from './model.js'

const runtime = 'Orm\\Runtime\\Behavior\\EventDispatcher'

/** Objects that tell a PSR-14 dispatcher what happens to them. */
export const eventDispatcher = defineBehavior({
  name: 'event_dispatcher',
  // Listeners see a row before and after everything else.
  layer: 100,
  object: {
    traits: ({ table }) => (table.model.readOnly ? [] : [`${runtime}\\EventDispatcherTrait`]),
    interfaces: ({ table }) => (table.model.readOnly ? [] : [`${runtime}\\EventDispatcherAwareInterface`]),
    preSave: dispatchBefore('dispatchBeforeSave($con)'),
    postSave: dispatchAfter('dispatchAfterSave($con)'),
    preDelete: dispatchBefore('dispatchBefore(self::EVENT_PRE_DELETE, $con)'),
    postDelete: dispatchAfter('dispatchAfter(self::EVENT_POST_DELETE, $con)'),
  },
})
