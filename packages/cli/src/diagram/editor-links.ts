import { resolve } from 'node:path'
import type { Place } from 'orm-core/internal'

/** URLs that open a file in an editor, by editor name. */
const templates: Readonly<Record<string, string>> = {
  vscode: 'vscode://file{path}:{line}:{column}',
  vscodium: 'vscodium://file{path}:{line}:{column}',
  cursor: 'cursor://file{path}:{line}:{column}',
  zed: 'zed://file{path}:{line}:{column}',
  phpstorm: 'phpstorm://open?file={path}&line={line}&column={column}',
  idea: 'idea://open?file={path}&line={line}&column={column}',
}

/** Names that `--editor` accepts besides a custom URL. */
export const editorNames: readonly string[] = [...Object.keys(templates), 'none']

/** Returns the URL of a location. */
export type LinkOf = (place: Place) => string

/**
 * Returns the links of an editor, given by name or as a URL with `{path}`, `{line}` and `{column}`; undefined for `none`.
 * Throws a RangeError for anything else.
 */
export function editorLinks(editor: string): LinkOf | undefined {
  if (editor === 'none') return undefined
  const template = Object.hasOwn(templates, editor) ? templates[editor]! : editor
  // If the URL is code, the browser would run it with the privileges of the page.
  if (!/^[a-z][a-z\d+.-]*:/i.test(template) || /^(?:javascript|data|vbscript|blob):/i.test(template)) {
    throw new RangeError(`must be one of ${editorNames.join(', ')}, or an address such as ${templates.vscode}`)
  }
  if (!template.includes('{path}')) throw new RangeError('must have {path} in its address')
  return ({ file, line, column }) => {
    const values: Readonly<Record<string, string>> = { path: urlPath(file), line: String(line), column: String(column) }
    return template.replace(/\{(path|line|column)\}/g, (_, name: string) => values[name]!)
  }
}

/** Returns the absolute path as part of a URL: `/srv/bookstore/schema.xml`, or `/C:/bookstore/schema.xml`. */
function urlPath(file: string): string {
  const path = resolve(file).replaceAll('\\', '/')
  const encoded = path.split('/').map((part) => encodeURIComponent(part).replace(/^([A-Za-z])%3A$/, '$1:'))
  return encoded[0] === '' ? encoded.join('/') : `/${encoded.join('/')}`
}
