import { PhpCode, type PhpValue, phpLiteral, phpString } from '../../escape/php-literal.js'
import type { ClassName } from '../class-names.js'
import { PhpClass } from '../code/php-class.js'
import type { Scope } from '../scope.js'
import { factoryView } from '../views/factory.js'
import { classDoc } from './doc.js'
import { stub } from './stubs.js'

/** Builds the base class of a model's factory. */
export function baseFactory(scope: Scope): PhpClass {
  const { table, names } = scope
  const model = scope.model(table)
  const { columns, relations, counter } = factoryView(scope)
  const php = new PhpClass('abstract class', scope.own)
  php.parent = names.Factory
  php.doc = classDoc(scope, `Makes objects of the table \`${table.name}\`.`, () => [
    '',
    `@extends ${names.Factory}<${model}>`,
  ])
  const add = (name: string, value: string): void => {
    php.constants.push({ name, doc: [], modifiers: 'public', value })
  }
  add('MODEL', `${model}::class`)
  add('COUNTER', phpLiteral(counter))
  add('COLUMNS', lines(columns))
  add('RELATIONS', lines(relations))
  return php
}

/** Builds the stub class for the factory. */
export function factoryStub(scope: Scope, base: ClassName): PhpClass {
  const php = stub(scope, base)
  php.doc = classDoc(scope, `Makes objects of the table \`${scope.table.name}\`, with values of your own.`)
  return php
}

/** Prints an array with one line per entry. Entries that are too long are split further. */
function lines(value: PhpValue, indent = '    '): string {
  if (value === null || typeof value !== 'object' || value instanceof PhpCode) return phpLiteral(value)
  const entries = Object.entries(value).map(([key, item]): [string, PhpValue] => [
    Array.isArray(value) ? '' : `${phpString(key)} => `,
    item,
  ])
  if (entries.length === 0) return '[]'
  const inner = `${indent}    `
  const rows = entries.map(([key, item]) => {
    const short = `${inner}${key}${phpLiteral(item)},\n`
    return short.length <= 120 ? short : `${inner}${key}${lines(item, inner)},\n`
  })
  return `[\n${rows.join('')}${indent}]`
}
