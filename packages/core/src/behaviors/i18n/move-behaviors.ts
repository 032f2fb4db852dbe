import { BuildError } from '../../errors/index.js'
import { asciiLower, type Column } from '../../model/index.js'
import type { TableEditor } from '../../schema/index.js'
import { placeholder } from '../slug-placeholder.js'
import { mergeRules, splitRules } from '../validation-rules.js'

/** Moves behaviors together with the columns that they concern. */
export function moveBehaviors(from: TableEditor, to: TableEditor, columns: readonly Column[]): void {
  moveSlug(from, to, columns)
  moveRules(from, to, columns)
}

/** Moves the rules of translated columns. Rules of the main table stay, and its validate() also checks the translations. */
function moveRules(from: TableEditor, to: TableEditor, columns: readonly Column[]): void {
  const use = from.table.behaviors.find(({ name }) => name === 'validate')
  if (!use) return
  const { moved, kept } = splitRules(use.parameters, columns)
  if (moved.size === 0) return
  const own = to.table.behaviors.find(({ name }) => name === 'validate')
  if (own) to.changeBehavior(own.id, mergeRules(own.parameters, moved))
  else to.addBehavior({ ...use, parameters: moved })
  from.changeBehavior(use.id, kept)
}

/** Moves sluggable if the slug is translated. Its source must then be translated, too. */
function moveSlug(from: TableEditor, to: TableEditor, columns: readonly Column[]): void {
  const use = from.table.behaviors.find(({ name }) => name === 'sluggable')
  const slug = use && columns.find(({ name }) => name === use.parameters.get('slug_column'))
  if (!slug) return
  const pattern = use.parameters.get('slug_pattern')
  // PHP ignores case in method names.
  const isTranslated = (name: string): boolean =>
    columns.some(({ phpName }) => asciiLower(phpName) === asciiLower(name))
  const sources = typeof pattern === 'string' ? [...pattern.matchAll(placeholder)].map(([, name]) => name!) : []
  const others = sources.filter((name) => !isTranslated(name))
  const fromText = sources.length > 0 || columns.some(({ primaryString }) => primaryString)
  if (others.length > 0 || !fromText) {
    const what = others.length > 0 ? `"${others.join('", "')}"` : 'the text of the object'
    throw new BuildError(`column "${slug.name}" is translated, but ${what}, which the slug is made from, is not`, {
      node: slug,
      hint: 'translate all columns of slug_pattern, or keep the slug in the main table',
    })
  }
  from.removeBehavior(use.id)
  to.addBehavior(use)
}
