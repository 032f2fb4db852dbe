import type { ShownTable } from 'orm-database'
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Diagram } from '../src/diagram.js'
import { useAnswer } from './client.js'
import { addressOf, type DiagramPlace, go } from './router.js'
import { Problem, Waiting } from './states.js'

/** Number of tables above which only key columns are shown by default. */
const manyTables = 40

const zoomStep = 1.25

/** Diagram of the schema. Tables link to their rows. */
export function DiagramOfTables({ view, tables }: { view: DiagramPlace; tables: readonly ShownTable[] }): JSX.Element {
  const isOfKeys = view.isOfKeys ?? tables.length > manyTables
  const diagram = useAnswer<Diagram>('diagram', { isOfKeys })
  const frame = useRef<HTMLElement>(null)
  const { data } = diagram
  // If undefined, the diagram is scaled to fit.
  const [zoom, setZoom] = useState<number>()
  const [fitting, setFitting] = useState(1)
  useEffect(() => {
    if (!data || !frame.current) return
    const measure = () => {
      const { clientWidth, clientHeight } = frame.current!
      setFitting(Math.min(1, clientWidth / data.width, clientHeight / data.height))
    }
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [data])
  useEffect(() => {
    if (view.marked !== undefined)
      frame.current?.querySelector('.marked')?.scrollIntoView({ block: 'center', inline: 'center' })
  }, [data, view.marked, zoom, fitting])
  const scale = zoom ?? fitting
  return (
    <>
      <header class="title">
        <h1>Diagram</h1>
        {view.marked !== undefined && (
          <a href={addressOf({ kind: 'grid', table: view.marked })}>Rows of {view.marked}</a>
        )}
      </header>
      <div class="tools">
        <button type="button" aria-label="Zoom out" onClick={() => setZoom(scale / zoomStep)}>
          −
        </button>
        <button type="button" aria-label="Zoom in" onClick={() => setZoom(scale * zoomStep)}>
          +
        </button>
        <button type="button" onClick={() => setZoom(undefined)}>
          Fit
        </button>
        <label>
          <input type="checkbox" checked={isOfKeys} onChange={() => go({ ...view, isOfKeys: !isOfKeys }, true)} /> keys
          only
        </label>
      </div>
      <Problem of={diagram} />
      <Waiting of={diagram} />
      {data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
        <section class="scroll diagram" aria-label="Diagram of the tables" tabIndex={0} ref={frame}>
          {/* biome-ignore lint/a11y/useSemanticElements: HTML has no element for a picture with links. */}
          <svg
            role="group"
            aria-label="Tables"
            width={data.width * scale}
            height={data.height * scale}
            viewBox={`0 0 ${data.width} ${data.height}`}
          >
            <defs>
              <marker
                id="one"
                viewBox="0 0 12 12"
                refX="11"
                refY="6"
                markerWidth="12"
                markerHeight="12"
                orient="auto-start-reverse"
              >
                <path d="M6 1v10" />
              </marker>
              <marker
                id="many"
                viewBox="0 0 12 12"
                refX="11"
                refY="6"
                markerWidth="12"
                markerHeight="12"
                orient="auto-start-reverse"
              >
                <path d="M11 1 1 6l10 5M1 6h10" />
              </marker>
            </defs>
            <g transform={`translate(${data.measures.margin} ${data.measures.margin})`}>
              {data.fields.map(({ x, y, width, height }) => (
                <rect key={`${x} ${y}`} class="field-of-group" x={x} y={y} width={width} height={height} rx={14} />
              ))}
              {data.lines.map(({ key, path, title }, at) => (
                <path
                  key={at}
                  class={lineClass(key, view.marked)}
                  d={path}
                  marker-start={`url(#${key.single ? 'one' : 'many'})`}
                  marker-end="url(#one)"
                >
                  <title>{title}</title>
                </path>
              ))}
              {data.boxes.map((box) => (
                <TableBox
                  key={box.table.name}
                  box={box}
                  measures={data.measures}
                  isMarked={box.table.name === view.marked}
                  isShown={tables.some(({ name }) => name === box.table.name)}
                />
              ))}
            </g>
          </svg>
        </section>
      )}
    </>
  )
}

function lineClass({ from, to, optional }: Diagram['lines'][number]['key'], marked: string | undefined): string {
  const isNear = marked !== undefined && (from === marked || to === marked)
  return ['line', optional && 'optional', isNear && 'near'].filter(Boolean).join(' ')
}

interface TableBoxProps {
  readonly box: Diagram['boxes'][number]
  readonly measures: Diagram['measures']
  readonly isMarked: boolean
  /** Whether the studio has a page for the table. */
  readonly isShown: boolean
}

function TableBox({ box, measures, isMarked, isShown }: TableBoxProps): JSX.Element {
  const { x, y, width, height, table, shown } = box
  const { headHeight, letter, padding, rowHeight } = measures
  const drawn = (
    <g class={isMarked ? 'box marked' : 'box'} transform={`translate(${x} ${y})`}>
      <rect class="body" width={width} height={height} rx={6} />
      <path class="top" d={`M0 ${headHeight}V6a6 6 0 0 1 6-6h${width - 12}a6 6 0 0 1 6 6v${headHeight - 6}z`} />
      <text class="name" x={padding} y={19}>
        {table.name}
      </text>
      {shown.map((column, at) => (
        <g key={column.name} transform={`translate(0 ${headHeight + at * rowHeight + 15})`}>
          <text x={padding}>{column.primary ? '●' : column.foreign ? '○' : ''}</text>
          <text x={padding + 2 * letter} class={column.required ? 'required' : undefined}>
            {column.name}
          </text>
          <text x={width - padding} class="type-of-column">
            {column.type}
          </text>
        </g>
      ))}
    </g>
  )
  return isShown ? <a href={addressOf({ kind: 'grid', table: table.name })}>{drawn}</a> : drawn
}
