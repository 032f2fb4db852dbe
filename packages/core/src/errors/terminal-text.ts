const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Control characters, and characters that change the reading order. */
const unprintable = /[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** Makes a text safe for a terminal or log: on one line, visible, and of limited length. */
export function terminalText(text: string, limit = 1000): string {
  const cut = text.length > limit ? `${text.slice(0, limit / 2)} … ${text.slice(-limit / 2)}` : text
  return cut.replace(/\s*[\r\n]+\s*/g, ' ').replace(unprintable, escaped)
}

/** Makes a line of a file safe for a terminal by replacing control characters; columns do not change. */
export const terminalLine = (line: string): string =>
  line.replace(unprintable, (character) => (character === '\t' ? character : '·'))
