import { badDomain, overridesDomain, severalDefaults } from '../../errors/schema/column-errors.js'
import { domainTwice } from '../../errors/schema/declaration-errors.js'
import { notOneExpression } from '../../errors/schema/vendor-errors.js'
import type { Check, Column, Domain, DomainCheck, Table } from '../../model/index.js'
import { checkSqlUse } from '../checks/check-sql-use.js'
import type { SchemaElement } from '../element.js'
import { checkName, isMeant } from './read-check.js'
import { readSchema } from './read-file-settings.js'
import { readType } from './read-type.js'
import { type DeclaredDomain, declaredName, type Reading } from './reading.js'

/** Returns the domains of the files by name. */
export function readDomains(roots: readonly SchemaElement[], reading: Reading): Map<string, DeclaredDomain> {
  const { broken, report } = reading
  const domains = new Map<string, DeclaredDomain>()
  for (const root of roots) {
    for (const element of root.childrenOf('domain')) {
      const name = element.text('name')
      if (name === undefined) {
        // A column may name the domain that this one was to be.
        broken.add(domains)
        continue
      }
      const first = domains.get(name)
      if (first) report(domainTwice(element.at('name'), name, first.element.at('name')))
      else domains.set(name, declaredDomain(element, name, root, reading))
      if (!readType(element, `domain "${name}"`, report)) broken.add(element)
      const defaults = ['defaultValue', 'default', 'defaultExpr'].filter((attribute) => element.has(attribute))
      if (defaults.length > 1) report(severalDefaults(element.at(defaults.at(-1)!), `domain "${name}"`))
    }
  }
  return domains
}

function declaredDomain(element: SchemaElement, name: string, root: SchemaElement, reading: Reading): DeclaredDomain {
  const checks = readChecks(element, name, reading)
  const isCreated = checks.length > 0 && reading.platform.domains
  const schema = isCreated ? (readSchema(element, reading) ?? root.text('schema')) : undefined
  return {
    element,
    name: isCreated ? declaredName(name, element.at('name'), reading) : name,
    ...(schema !== undefined && { schema }),
    checks,
  }
}

/** Reads the attribute `expression` and the `<check>` elements for the database. */
function readChecks(element: SchemaElement, domain: string, reading: Reading): DomainCheck[] {
  const { platform, report } = reading
  const checks = new Map<string, DomainCheck>()
  for (const child of [element, ...element.childrenOf('check').filter((check) => isMeant(check, reading))]) {
    const text = child.text('expression')
    if (text === undefined) continue
    const expression = platform.sqlExpression(text)
    if (expression === undefined) {
      report(notOneExpression(child.at('expression'), `domain "${domain}"`, 'expression', text, platform.name))
      continue
    }
    checkSqlUse({ text, use: 'check', at: child.at('expression'), place: `domain "${domain}"` }, platform, reading)
    const given = child === element ? undefined : child.text('name')
    const name =
      given === undefined
        ? checkName(domain, expression, platform.maxIdentifierLength)
        : declaredName(given, child.at('name'), reading)
    if (checks.has(name)) report(badDomain(child, domain, `it has two checks "${name}"`))
    checks.set(name, { name, explicitName: given !== undefined, expression })
  }
  return [...checks.values()]
}

/** Attributes that a column cannot override if its domain is a type of the database. */
const fixed = ['size', 'scale', 'sqlType', 'array', 'native', 'srid', 'autoIncrement', 'identity', 'start', 'increment']

/** Returns the domain as the type of a column, if the database has domains. */
export function readDomainType(
  element: SchemaElement,
  column: string,
  { element: declared, name, schema, checks }: DeclaredDomain,
  { platform, report }: Reading,
): Domain | undefined {
  if (checks.length === 0) return undefined
  for (const attribute of fixed) {
    if (!element.has(attribute) || element.text(attribute) === 'false') continue
    report(overridesDomain(element.at(attribute), column, attribute, declared.text('name')!, declared.at('name')))
  }
  return platform.domains && { name, ...(schema !== undefined && { schema }), checks }
}

/** Returns the conditions of a column's domain as checks of its table, if the database has no domains. */
export function domainChecks(
  table: Table,
  { name, origin }: Column,
  { domains, platform }: Reading,
  domain: string,
): Check[] {
  const declared = platform.domains ? undefined : domains.get(domain)
  return (declared?.checks ?? []).map((check) => {
    const expression = platform.aboutColumn(check.expression, name)
    return {
      name: checkName(table.name, expression, platform.maxIdentifierLength),
      explicitName: false,
      expression,
      column: name,
      origin,
    }
  })
}
