import type { CodeContext } from './define-behavior.js'

/** The hooks of a class that writes: the class of a read-only table gets nothing of them. */
export const unlessReadOnly = <H extends object>(hooks: H): H =>
  Object.fromEntries(
    Object.entries(hooks).map(([name, hook]) => [name, isCode(name, hook) ? guarded(hook) : hook]),
  ) as H

type Hook = (context: CodeContext) => unknown

/** Filters look for the methods that they change, and find out by themselves. */
const isCode = (name: string, hook: unknown): hook is Hook =>
  typeof hook === 'function' && !/^(?:filter|stubFilter|unchangedWork)$/.test(name)

const guarded =
  (hook: Hook): Hook =>
  (context) =>
    context.table.model.readOnly ? undefined : hook(context)
