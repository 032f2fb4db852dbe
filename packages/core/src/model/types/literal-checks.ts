/** Whether a string is a date such as `2001-12-31`, or the zero date of old schemas. */
export function isDate(text: string): boolean {
  const match = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})$/.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[3]), Number(match[4])]
  if (year === 0 && month === 0 && day === 0) return true
  const date = new Date(Date.UTC(2000, month - 1, day))
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

export const isTime = (text: string): boolean =>
  /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?( ?(z|utc|gmt|[+-]\d{2}(:?\d{2})?))?$/i.test(text)

export function isDateTime(text: string): boolean {
  const [date = '', time, ...rest] = text.trim().split(/[T ](.*)/s)
  return isDate(date) && (time === undefined || isTime(time)) && rest.every((part) => part === '')
}

export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
