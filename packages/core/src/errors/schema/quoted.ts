/** `"a", "b"`. */
export const quoted = (names: Iterable<string>): string => [...names].map((name) => `"${name}"`).join(', ')
