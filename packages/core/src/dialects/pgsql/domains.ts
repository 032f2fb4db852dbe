import { type Column, clipped, type Domain, type DomainCheck, type Table } from '../../model/index.js'
import type { AlterContext } from '../alter-rules.js'
import { checkClause, qualified } from '../clauses.js'
import { significantTokens } from '../sql-words.js'
import { namesOfOthers } from './enum-types.js'
import { lexicon } from './lexicon.js'
import { platform } from './platform.js'
import { quote } from './quote.js'
import { reverse } from './reverse.js'
import { baseTypeOf, domainName } from './types.js'

/** A domain with its base type. */
interface MadeDomain extends Domain {
  readonly base: string
}

const keyOf = ({ schema = platform.defaultSchema, name }: Domain): string => qualified(schema, name, quote)

/** Returns the canonical type of a column with a domain; domains with different base types are different types. */
export const domainType = (column: Column & { readonly domain: Domain }): string =>
  `${keyOf(column.domain)} ${reverse.canonical(baseTypeOf(column))}`

const factOf = ({ name, expression }: DomainCheck): string =>
  JSON.stringify([name, significantTokens(expression, lexicon).join(' ')])

/** Returns the conditions of a domain in canonical form. */
export const domainFact = ({ domain }: Column): string | undefined => domain?.checks.map(factOf).sort().join('\n')

/** Returns the domains of all columns, in the order of the tables. */
export function domainsOf(tables: readonly Table[]): ReadonlyMap<string, MadeDomain> {
  const domains = new Map<string, MadeDomain>()
  for (const column of tables.flatMap(({ columns }) => columns)) {
    const { domain } = column
    if (domain && !domains.has(keyOf(domain))) domains.set(keyOf(domain), { ...domain, base: baseTypeOf(column) })
  }
  return domains
}

export const createDomain = (domain: MadeDomain): string =>
  [
    `CREATE DOMAIN ${domainName(domain)} AS ${domain.base}`,
    ...domain.checks.map((check) => checkClause(check, quote)),
  ].join('\n    ')

export const dropDomains = (domains: Iterable<Domain>, condition = ''): string[] =>
  [...domains].map((domain) => `DROP DOMAIN ${condition}${domainName(domain)}`)

/**
 * Creates domains before the columns that need them, and drops domains after their columns. Conditions can be changed in place;
 * a domain with another base type replaces the old one.
 */
export function sharedDomains({ before, after, online }: AlterContext): [before: string[], after: string[]] {
  const [old, now] = [domainsOf(before.tables), domainsOf(after.tables)]
  const [known, kept] = [namesOfOthers(before.tables), namesOfOthers(after.tables)]
  const [first, last]: [string[], string[]] = [[], []]
  for (const [key, domain] of now) {
    const was = old.get(key)
    if (!was) first.push(...(known.has(key) ? [] : [createDomain(domain)]))
    else if (reverse.canonical(was.base) !== reverse.canonical(domain.base)) {
      const name = `${clipped(was.name, platform.maxIdentifierLength - '__old'.length)}__old`
      first.push(`ALTER DOMAIN ${domainName(was)} RENAME TO ${quote(name)}`, createDomain(domain))
      last.push(...dropDomains([{ ...was, name }]))
    } else {
      const [gone, come] = changedChecks(was, domain)
      const start = `ALTER DOMAIN ${domainName(domain)}`
      first.push(...gone.map((check) => `${start} DROP CONSTRAINT ${quote(check.name)}`))
      // The values only match the new conditions after all columns have changed.
      last.push(
        ...come.flatMap((check) => {
          const add = `${start} ADD ${checkClause(check, quote)}`
          return online ? [`${add} NOT VALID`, `${start} VALIDATE CONSTRAINT ${quote(check.name)}`] : [add]
        }),
      )
    }
  }
  const unused = [...old].flatMap(([key, domain]) => (now.has(key) || kept.has(key) ? [] : [domain]))
  return [first, [...last, ...dropDomains(unused)]]
}

function changedChecks(before: Domain, after: Domain): [gone: DomainCheck[], come: DomainCheck[]] {
  const [old, now] = [before, after].map(({ checks }) => new Set(checks.map(factOf)))
  return [
    before.checks.filter((check) => !now!.has(factOf(check))),
    after.checks.filter((check) => !old!.has(factOf(check))),
  ]
}
