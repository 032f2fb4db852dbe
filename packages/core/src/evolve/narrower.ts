const ranks: readonly (readonly string[])[] = [
  ['bit', 'boolean', 'tinyint', 'smallint', 'mediumint', 'int', 'integer', 'bigint'],
  ['real', 'float', 'double', 'double precision'],
  ['char', 'varchar', 'nvarchar2', 'text', 'mediumtext', 'longtext', 'clob'],
  ['binary', 'raw', 'blob', 'mediumblob', 'longblob', 'bytea'],
  ['date', 'datetime', 'timestamp', 'timestamptz'],
]

/** Whether there are values of one type that another cannot hold; types are canonical. */
export function isNarrower(from: string, to: string): boolean {
  const [old, now] = [from, to].map(parts)
  if (old!.word === now!.word) {
    const digits = ({ size, scale = 0 }: ReturnType<typeof parts>): number => (size ?? Number.POSITIVE_INFINITY) - scale
    return digits(now!) < digits(old!) || (now!.scale ?? 0) < (old!.scale ?? 0)
  }
  const family = (word: string): number => ranks.findIndex((words) => words.includes(word))
  const [a, b] = [family(old!.word), family(now!.word)]
  const isText = b === 2
  if (a === b && a >= 0) {
    const rank = (word: string): number => ranks[a]!.indexOf(word)
    return rank(now!.word) < rank(old!.word) || (now!.size !== undefined && now!.size < (old!.size ?? 0))
  }
  // Numbers and dates have a text, and whole numbers a decimal; nothing else is sure to fit.
  return (
    !(isText && (now!.size === undefined || now!.size >= 40)) &&
    !(a === 0 && /^(?:decimal|numeric|number|double)/.test(now!.word))
  )
}

function parts(type: string): { readonly word: string; readonly size?: number; readonly scale?: number } {
  const [, word = '', size, scale] = /^([^(]*?)\s*(?:\((\d+)(?:,(\d+))?\).*)?$/.exec(type.toLowerCase()) ?? []
  return {
    word,
    ...(size !== undefined && { size: Number(size) }),
    ...(scale !== undefined && { scale: Number(scale) }),
  }
}
