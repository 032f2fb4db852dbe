import { readFile } from 'node:fs/promises'
import { type Drawing, type DrawnColumn, type DrawnKey, type DrawnTable, htmlText, objectText } from 'orm-core/internal'
import { assetOf } from '../own-package.js'
import { count } from '../report.js'
import type { Box, Group } from './layout.js'
import {
  type DrawnLine,
  headHeight,
  letter,
  lineTitle,
  margin,
  padding,
  pictureOf,
  rowHeight,
  type TableBox,
  type ViewName,
} from './picture.js'

/** Additional data of a served page, which changes with the schema. */
export interface LivePage {
  readonly version: string
  /** Locations of table definitions, by table name. */
  readonly links: ReadonlyMap<string, { readonly url: string; readonly text: string }>
}

const asset = (name: string): Promise<string> => readFile(assetOf(name), 'utf8')

/** Returns a self-contained page: the diagram as SVG in two views, with search, zoom and the details of each table. */
export async function pageOf(drawing: Drawing, live?: LivePage): Promise<string> {
  const [style, script] = await Promise.all([asset('diagram.css'), asset('diagram.js')])
  const { name, tables, keys } = drawing
  const first: ViewName = tables.length > 40 ? 'keys' : 'all'
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'${live ? "; connect-src 'self'" : ''}">
<title>${htmlText(name)}: ${count(tables.length, 'table')}</title>
<style>
${style}</style>
<header>
  <h1>${htmlText(name)}</h1>
  <p>${count(tables.length, 'table')}, ${count(keys.length, 'foreign key')}</p>
${objectsOf(drawing)}  <search>
    <input type="search" id="search" placeholder="Find a table or column" aria-label="Find a table or column" autocomplete="off" role="combobox" aria-controls="found" aria-expanded="false">
    <ul id="found" role="listbox" hidden></ul>
  </search>
  <label><input type="checkbox" id="keys-only"${first === 'keys' ? ' checked' : ''}> keys only</label>
  <div class="buttons">
    <button type="button" id="out" aria-label="Zoom out">−</button>
    <button type="button" id="in" aria-label="Zoom in">+</button>
    <button type="button" id="fit">Fit</button>
  </div>
</header>
<main${live ? ` data-version="${live.version}" data-database="${htmlText(name)}"` : ''}>
${svgOf(drawing, 'all', first === 'all', live)}
${svgOf(drawing, 'keys', first === 'keys', live)}
</main>
<aside id="details" hidden>
  <button type="button" id="close" aria-label="Close">×</button>
${tables.map((table) => detailsOf(drawing, table, live)).join('\n')}
</aside>
${live ? '<output id="problems" hidden></output>\n' : ''}<script>
${script}</script>
${live ? `<script>\n${await asset('live.js')}</script>\n` : ''}</html>
`
}

/** Returns a page that is served until there is a diagram. */
export const waitingPage = async (): Promise<string> => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'">
<title>Diagram</title>
<style>
${await asset('diagram.css')}</style>
<header data-version=""><h1>No diagram yet</h1></header>
<output id="problems" hidden></output>
<script>
${await asset('live.js')}</script>
</html>
`

/** Returns extensions, sequences and domains in a collapsible list. */
function objectsOf({ objects }: Drawing): string {
  if (objects.length === 0) return ''
  const items = objects.map((object) => `<li>${htmlText(objectText(object))}</li>`)
  const style =
    'position:absolute;margin:6px 0;padding:8px 14px 8px 28px;background:var(--box);border:1px solid var(--edge)'
  return `  <details><summary>${count(objects.length, 'other object')}</summary><ul style="${style}">${items.join('')}</ul></details>\n`
}

function svgOf(drawing: Drawing, view: ViewName, shown: boolean, live: LivePage | undefined): string {
  const picture = pictureOf(drawing, view)
  const { width, height, groups, lines, boxes } = picture
  return `<svg data-view="${view}" data-width="${width}" data-height="${height}"${shown ? '' : ' hidden'} role="img" aria-label="Diagram of the tables">
<defs>
<marker id="one-${view}" viewBox="0 0 12 12" refX="11" refY="6" markerWidth="12" markerHeight="12" orient="auto-start-reverse"><path d="M6 1v10"/></marker>
<marker id="many-${view}" viewBox="0 0 12 12" refX="11" refY="6" markerWidth="12" markerHeight="12" orient="auto-start-reverse"><path d="M11 1 1 6l10 5M1 6h10"/></marker>
</defs>
<g class="scene"><g transform="translate(${margin} ${margin})">
${picture.fields.map(fieldOf).join('\n')}
${lines.map((line) => lineOf(line, view)).join('\n')}
${boxes.map((box) => boxOf(box, live?.links.get(box.table.name)?.url)).join('\n')}
${groups.map(titleOf).join('\n')}
</g></g>
</svg>`
}

function lineOf({ key, path, isHub, isFar }: DrawnLine, view: ViewName): string {
  const ends = `marker-start="url(#${key.single ? 'one' : 'many'}-${view})" marker-end="url(#one-${view})"`
  const classes = `line${key.optional ? ' optional' : ''}${isHub ? ' hub' : isFar ? ' far' : ''}`
  return `<path class="${classes}" data-from="${htmlText(key.from)}" data-to="${htmlText(key.to)}" d="${path}" ${ends}><title>${htmlText(lineTitle(key))}</title></path>`
}

/** Returns a background rectangle for the tables of a group. */
const fieldOf = ({ x, y, width, height }: Box): string =>
  `<rect class="group" x="${x}" y="${y}" width="${width}" height="${height}" rx="14"/>`

/** Returns the title of a group, readable where table names are too small: as large as possible, rotated if necessary. */
function titleOf({ x, y, width, height, title }: Group): string {
  const isUpright = height > 2.5 * width
  const [along, across] = isUpright ? [height, width] : [width, height]
  const size = Math.floor(Math.min(across * 0.5, along / (title.length * 0.61)))
  const [middle, centre] = [x + width / 2, y + height / 2].map(Math.round)
  const transform = `translate(${middle} ${centre})${isUpright ? ' rotate(-90)' : ''}`
  return `<text class="title" transform="${transform}" style="font-size:${size}px">${htmlText(title)}</text>`
}

function boxOf({ table: { name, columns }, shown, x, y, width, height }: TableBox, link: string | undefined): string {
  const rows = shown.map((column, at) => {
    const base = headHeight + at * rowHeight + 15
    const mark = column.primary
      ? '<tspan class="key">●</tspan>'
      : column.foreign
        ? '<tspan class="foreign">○</tspan>'
        : ' '
    const text = `<text x="${padding}" y="${base}">${mark}<tspan x="${padding + 2 * letter}"${column.required ? ' class="required"' : ''}>${htmlText(column.name)}</tspan></text>`
    return `${text}<text class="type" x="${width - padding}" y="${base}">${htmlText(column.type)}</text>`
  })
  const found = columns.map((column) => column.name).join(' ')
  const attributes = `data-table="${htmlText(name)}" data-columns="${htmlText(found)}"${link === undefined ? '' : ` data-link="${htmlText(link)}"`}`
  // When zoomed out, a table shows only its name, as large as possible.
  const large = Math.floor(Math.min(height * 0.6, (width - padding) / (name.length * 0.61)))
  return `<g class="table" tabindex="0" role="button" ${attributes} transform="translate(${x} ${y})">
<rect class="body" width="${width}" height="${height}" rx="6"/>
<path class="head" d="M0 ${headHeight}V6a6 6 0 0 1 6-6h${width - 12}a6 6 0 0 1 6 6v${headHeight - 6}z"/>
<text class="name" x="${padding}" y="19">${htmlText(name)}</text><g class="rows">${rows.join('')}</g>
<text class="large" x="${width / 2}" y="${height / 2}" style="font-size:${large}px">${htmlText(name)}</text></g>`
}

function detailsOf(
  { keys }: Drawing,
  { name, phpName, description, columns }: DrawnTable,
  live: LivePage | undefined,
): string {
  const place = live?.links.get(name)
  const editorLink = place ? `<p><a href="${htmlText(place.url)}">${htmlText(place.text)}</a></p>` : ''
  const link = (table: string): string => `<a href="#${htmlText(encodeURIComponent(table))}">${htmlText(table)}</a>`
  const own = keys.filter(({ from }) => from === name)
  const others = keys.filter(({ to }) => to === name)
  const list = (title: string, items: readonly string[]): string =>
    items.length === 0 ? '' : `<h3>${title}</h3><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
  const pairs = (key: DrawnKey): string => htmlText(key.columns.map((pair) => `${pair.from} = ${pair.to}`).join(', '))
  return `<section data-details="${htmlText(name)}" hidden><h2>${htmlText(name)}</h2><p>PHP class <code>${htmlText(phpName)}</code></p>${editorLink}${description ? `<p>${htmlText(description)}</p>` : ''}<table><tr><th>column<th>type<th>default</tr>${columns.map(detailRow).join('')}</table>${list(
    'Refers to',
    own.map(
      (key) =>
        `${link(key.to)} <small>${pairs(key)}${key.onDelete ? `, on delete ${htmlText(key.onDelete.toLowerCase())}` : ''}</small>`,
    ),
  )}${list(
    'Referred to by',
    others.map((key) => `${link(key.from)} <small>${pairs(key)}</small>`),
  )}</section>`
}

function detailRow({ name, type, primary, foreign, required, unique, description, ...column }: DrawnColumn): string {
  const marks = [primary && 'primary key', foreign && 'foreign key', unique && 'unique', !required && 'null allowed']
  const notes = [...marks.filter(Boolean), description].filter(Boolean).map((note) => htmlText(String(note)))
  return `<tr><td>${htmlText(name)}${notes.length > 0 ? `<br><small>${notes.join(', ')}</small>` : ''}<td>${htmlText(type)}<td>${htmlText(column.default)}</tr>`
}
