/** Returns the English plural of a PascalCase name; the replaced letters keep their case. */
export function pluralize(name: string): string {
  const known = plurals.get(name)
  if (known !== undefined) return known
  const plural = pluralOf(name)
  plurals.set(name, plural)
  return plural
}

/** Caches plurals, because most names occur in several relations and trying all endings is slow. */
const plurals = new Map<string, string>()

function pluralOf(name: string): string {
  const lower = name.toLowerCase()
  if (uncountable.has(lower)) return name
  const last = lower.at(-1) ?? ''
  for (const [ending, plural] of irregular) {
    if (!ending.endsWith(last)) continue
    const matches = ending === 'ox' ? lower === ending : lower.endsWith(ending)
    if (matches) return replaceEnding(name, ending.length, plural)
  }
  // Most names end with a letter that no ending has.
  if (!lastOfEndings.includes(last)) return `${name}s`
  for (const [pattern, plural] of endings) {
    const match = pattern.exec(name)
    if (match) return replaceEnding(name, match[1]!.length, plural)
  }
  return `${name}s`
}

/** Returns a plural that only appends an s. */
export const pluralizeSimply = (name: string): string => `${name}s`

function replaceEnding(name: string, length: number, plural: string): string {
  const stem = name.slice(0, name.length - length)
  const replaced = name.slice(name.length - length)
  if (replaced !== '' && replaced === replaced.toUpperCase() && replaced.length > 1) return stem + plural.toUpperCase()
  const first = replaced.charAt(0)
  const raised = first !== '' && first !== first.toLowerCase()
  return stem + (raised ? plural.charAt(0).toUpperCase() + plural.slice(1) : plural)
}

const uncountable: ReadonlySet<string> = new Set([
  'sheep',
  'fish',
  'deer',
  'series',
  'species',
  'money',
  'rice',
  'information',
  'equipment',
  'news',
  'people',
])

const irregular: readonly (readonly [string, string])[] = [
  ['leaf', 'leaves'],
  ['loaf', 'loaves'],
  ['move', 'moves'],
  ['foot', 'feet'],
  ['goose', 'geese'],
  ['genus', 'genera'],
  ['sex', 'sexes'],
  ['ox', 'oxen'],
  ['child', 'children'],
  ['man', 'men'],
  ['tooth', 'teeth'],
  ['person', 'people'],
  ['wife', 'wives'],
  ['mythos', 'mythoi'],
  ['testis', 'testes'],
  ['numen', 'numina'],
  ['quiz', 'quizzes'],
  ['alias', 'aliases'],
]

/** The group matches the letters that the plural ending replaces. */
const endings: readonly (readonly [RegExp, string])[] = [
  [/(?:matr|vert|ind)(ix|ex)$/i, 'ices'],
  [/(?:alumn|bacill|cact|foc|fung|nucle|radi|stimul|syllab|termin|vir)(us)$/i, 'i'],
  [/(?:buffal|tomat)(o)$/i, 'oes'],
  [/(x)$/i, 'xes'],
  [/(ch)$/i, 'ches'],
  [/(sh)$/i, 'shes'],
  [/(ss)$/i, 'sses'],
  [/[aeiou](y)$/i, 'ys'],
  [/(y)$/i, 'ies'],
  [/(o)$/i, 'os'],
  [/(us)$/i, 'uses'],
  [/c(is)$/i, 'es'],
  [/s(is)$/i, 'es'],
  [/x(is)$/i, 'es'],
  [/zo(on)$/i, 'a'],
  [/(itis)$/i, 'itis'],
  [/(ois)$/i, 'ois'],
  [/(?:a|e|o)l(f)$/i, 'ves'],
  [/ar(f)$/i, 'ves'],
  [/(?:n|l)i(fe)$/i, 'ves'],
]

const lastOfEndings = 'xosnhyfe'
