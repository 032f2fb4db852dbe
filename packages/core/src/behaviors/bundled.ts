import { autoAddPk } from './auto-add-pk/index.js'
import type { Behavior } from './behavior.js'
import { sluggable } from './sluggable/index.js'
import { sortable, sortableParent } from './sortable/index.js'
import { timestampable } from './timestampable/index.js'

/** The behaviors that come with the package; they use nothing that a third party's cannot use. */
export const bundled: readonly Behavior[] = [autoAddPk, sluggable, sortable, sortableParent, timestampable]
