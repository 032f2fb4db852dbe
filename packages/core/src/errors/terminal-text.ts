const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Characters that a terminal obeys, or that change the order of what is read. */
const unprintable = /[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** Words for a terminal or a log: on one line, visible, and not endless. */
export function terminalText(text: string, limit = 1000): string {
  const cut = text.length > limit ? `${text.slice(0, limit / 2)} … ${text.slice(-limit / 2)}` : text
  return cut.replace(/\s*[\r\n]+\s*/g, ' ').replace(unprintable, escaped)
}

/** A line of a file, as it is but for what a terminal would obey; columns stay where they are. */
export const terminalLine = (line: string): string =>
  line.replace(unprintable, (character) => (character === '\t' ? character : '·'))
