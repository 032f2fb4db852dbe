import type { CodeContext } from './define-behavior.js'

/** Disables the hooks of a class that writes if its table is read-only. */
export const unlessReadOnly = <H extends object>(hooks: H): H =>
  Object.fromEntries(
    Object.entries(hooks).map(([name, hook]) => [name, isCode(name, hook) ? guarded(hook) : hook]),
  ) as H

type Hook = (context: CodeContext) => unknown

/** Whether a hook returns code. Filters are not disabled: they look for the methods that they change. */
const isCode = (name: string, hook: unknown): hook is Hook =>
  typeof hook === 'function' && !/^(?:filter|stubFilter|unchangedWork)$/.test(name)

const guarded =
  (hook: Hook): Hook =>
  (context) =>
    context.table.model.readOnly ? undefined : hook(context)
