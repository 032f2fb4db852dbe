import type { Mark } from '../errors/index.js'

/** Where a part of the model was written: the element, and each of its attributes. */
export interface Origin extends Mark {
  /** Id of the behavior that added the part; the place is then that of its `<behavior>` element. */
  readonly addedBy?: string
  /** The first character of an attribute's value; of the element when the attribute is not written. */
  at(attribute: string): Mark
}
