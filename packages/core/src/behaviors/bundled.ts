import type { Behavior } from './behavior.js'
import { sortable, sortableParent } from './sortable/index.js'

/** The behaviors that come with the package; they use nothing that a third party's cannot use. */
export const bundled: readonly Behavior[] = [sortable, sortableParent]
