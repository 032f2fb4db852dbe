/** Words that blanks separate, in upper case. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))
