import { resolve } from 'node:path'
import type { Place } from 'orm-core/internal'

/** Addresses that open a file in an editor, by the name of the editor. */
const templates: Readonly<Record<string, string>> = {
  vscode: 'vscode://file{path}:{line}:{column}',
  vscodium: 'vscodium://file{path}:{line}:{column}',
  cursor: 'cursor://file{path}:{line}:{column}',
  zed: 'zed://file{path}:{line}:{column}',
  phpstorm: 'phpstorm://open?file={path}&line={line}&column={column}',
  idea: 'idea://open?file={path}&line={line}&column={column}',
}

/** Names that `--editor` accepts besides an address of one's own. */
export const editorNames: readonly string[] = [...Object.keys(templates), 'none']

/** Makes the address of a place. */
export type LinkOf = (place: Place) => string

/**
 * Links of an editor, given by its name or as an address with `{path}`, `{line}` and `{column}`; undefined for `none`. Throws a
 * RangeError for anything else.
 */
export function editorLinks(editor: string): LinkOf | undefined {
  if (editor === 'none') return undefined
  const template = Object.hasOwn(templates, editor) ? templates[editor]! : editor
  // The browser opens it with the rights of the page if it is code.
  if (!/^[a-z][a-z\d+.-]*:/i.test(template) || /^(?:javascript|data|vbscript|blob):/i.test(template)) {
    throw new RangeError(`must be one of ${editorNames.join(', ')}, or an address such as ${templates.vscode}`)
  }
  if (!template.includes('{path}')) throw new RangeError('must have {path} in its address')
  return ({ file, line, column }) => {
    const values: Readonly<Record<string, string>> = { path: urlPath(file), line: String(line), column: String(column) }
    return template.replace(/\{(path|line|column)\}/g, (_, name: string) => values[name]!)
  }
}

/** An absolute path as part of an address: `/srv/bookstore/schema.xml`, or `/C:/bookstore/schema.xml`. */
function urlPath(file: string): string {
  const path = resolve(file).replaceAll('\\', '/')
  const encoded = path.split('/').map((part) => encodeURIComponent(part).replace(/^([A-Za-z])%3A$/, '$1:'))
  return encoded[0] === '' ? encoded.join('/') : `/${encoded.join('/')}`
}
