import { type DialectName, dialects } from 'orm-core'

/** The words that a vendor reserves, in upper case. */
export const reservedWordsOf = (vendor: DialectName): readonly string[] => [...dialects[vendor].reservedWords]

export const everyReservedWord: readonly string[] = [
  ...new Set(Object.values(dialects).flatMap(({ reservedWords }) => [...reservedWords])),
].sort()
