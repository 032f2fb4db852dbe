/** A part of the model as text, without the places where it was written. */
export const textOf = (part: unknown): string =>
  JSON.stringify(part, (key, value) => (places.has(key) ? undefined : value instanceof Map ? [...value] : value))

const places: ReadonlySet<string> = new Set(['origin', 'localOrigin', 'foreignOrigin'])
