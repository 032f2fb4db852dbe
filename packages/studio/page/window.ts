import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** Number of rows up to which all are drawn. */
const fewRows = 200

/** Number of rows drawn above and below the visible ones, so that fast scrolling shows no gaps. */
const spare = 30

/** Row height in pixels before a row has been measured. */
const usualHeight = 29

export interface Drawn {
  /** Ascending indexes of the rows to draw. Before each row, `gap` pixels of rows are omitted. */
  readonly rows: readonly { readonly at: number; readonly gap: number }[]
  /** Height in pixels of the omitted rows after the last one. */
  readonly end: number
}

/** Returns the rows to draw: the visible ones, and the one with the focus. All rows have the same height. */
export function useWindow(body: RefObject<HTMLElement>, count: number, focused: number): Drawn {
  const [{ first, last, height }, setWindow] = useState({ first: 0, last: fewRows, height: usualHeight })
  useEffect(() => {
    if (count <= fewRows) return
    let frame = 0
    const measure = () => {
      frame = 0
      const element = body.current
      const section = element?.closest('.scroll')
      if (!element || !section) return
      const row = element.querySelector<HTMLElement>('tr:not(.gap)')?.getBoundingClientRect().height || usualHeight
      const { top } = element.getBoundingClientRect()
      const seen = section.getBoundingClientRect()
      const from = Math.floor((Math.max(seen.top, 0) - top) / row) - spare
      const to = Math.ceil((Math.min(seen.bottom, innerHeight) - top) / row) + spare
      setWindow((old) =>
        old.first === from && old.last === to && old.height === row ? old : { first: from, last: to, height: row },
      )
    }
    const later = () => {
      frame ||= requestAnimationFrame(measure)
    }
    measure()
    document.addEventListener('scroll', later, { capture: true, passive: true })
    addEventListener('resize', later)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', later, { capture: true })
      removeEventListener('resize', later)
    }
  }, [count])
  if (count <= fewRows) return { rows: Array.from({ length: count }, (_, at) => ({ at, gap: 0 })), end: 0 }
  const [from, to] = [Math.max(0, Math.min(first, count - 1)), Math.min(count, Math.max(last, 1))]
  const drawn = new Set(Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at))
  // An element that is removed would lose the focus.
  if (focused >= 0 && focused < count) drawn.add(focused)
  const indexes = [...drawn].sort((a, b) => a - b)
  return {
    rows: indexes.map((at, index) => ({ at, gap: (at - (index === 0 ? 0 : indexes[index - 1]! + 1)) * height })),
    end: (count - 1 - (indexes.at(-1) ?? -1)) * height,
  }
}
