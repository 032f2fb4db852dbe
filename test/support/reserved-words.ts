import { type DialectName, dialects } from 'orm-core'

/** Returns the words that a vendor reserves, in uppercase. */
export const reservedWordsOf = (vendor: DialectName): readonly string[] => [...dialects[vendor].reservedWords]

export const everyReservedWord: readonly string[] = [
  ...new Set(Object.values(dialects).flatMap(({ reservedWords }) => [...reservedWords])),
].sort()
