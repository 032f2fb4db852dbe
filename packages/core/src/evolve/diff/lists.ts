import type { ListChange } from '../../dialects/index.js'

/** Compares two lists: objects with the same name and content stay, and the same content under another name is a rename. */
export function listChange<T extends { readonly name: string }>(
  before: readonly T[],
  after: readonly T[],
  facts: { before(thing: T): string; after(thing: T): string; hasName?(thing: T): boolean },
): ListChange<T> {
  const isSame = (a: T, b: T): boolean => a.name === b.name || facts.hasName?.(b) === false
  const free = new Map(before.map((thing) => [thing, facts.before(thing)]))
  const take = (desired: T, text: string, exact: boolean): T | undefined => {
    for (const [thing, own] of free) {
      if (own !== text || (exact && !isSame(thing, desired))) continue
      free.delete(thing)
      return thing
    }
    return undefined
  }
  const rest = after.filter((thing) => !take(thing, facts.after(thing), true))
  const added: T[] = []
  const renamed: [T, T][] = []
  for (const thing of rest) {
    const old = take(thing, facts.after(thing), false)
    if (old) renamed.push([old, thing])
    else added.push(thing)
  }
  return { added, renamed, dropped: [...free.keys()] }
}

export function differences(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return new Map(
    [...names].flatMap((name) => {
      const [old, now] = [before[name], after[name]]
      return old === now
        ? []
        : [[name, { ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }) }] as const]
    }),
  )
}
