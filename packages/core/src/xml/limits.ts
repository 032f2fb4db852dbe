/** What no document has that a person or a program wrote for us; see docs/security.md. */
export const deepest = 100
export const mostAttributes = 1_000
export const longestValue = 1_000_000
