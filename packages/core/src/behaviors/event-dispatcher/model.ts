import type { CodeContext } from '../define-behavior.js'
import { type Php, php } from '../php.js'

/** A listener, and hooks before it, may refuse the operation. */
export const dispatchBefore =
  (call: string) =>
  ({ table }: CodeContext): Php | null =>
    table.model.readOnly ? null : php`$ret = $this->${call} && $ret;`

export const dispatchAfter =
  (call: string) =>
  ({ table }: CodeContext): Php | null =>
    table.model.readOnly ? null : php`$this->${call};`
