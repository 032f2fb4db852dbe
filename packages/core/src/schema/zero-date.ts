/** Whether a string is the zero date `0000-00-00`, which some databases store instead of no date. */
export const isZeroDate = (text: string): boolean => /^0000([-/])0{1,2}\1(?:00?)(?!\d)/.test(text.trim())
