import { type Diagnostic, diagnostic } from '../diagnostic.js'
import { didYouMean } from '../nearest.js'
import type { Mark } from '../source.js'

export const secondClassKey = (at: Mark, table: string): Diagnostic =>
  diagnostic('ORM-S601', at, `table "${table}": only one column can have inheritance="single"`, {
    hint: 'remove it from the others',
  })

export const unknownParent = (at: Mark, className: string, parent: string, known: Iterable<string>): Diagnostic =>
  diagnostic('ORM-S603', at, `class "${className}" extends unknown class "${parent}"`, {
    hint: () => didYouMean(parent, known) ?? 'write a class of your own with its namespace',
  })

export const inheritanceKeyTwice = (at: Mark, key: string): Diagnostic =>
  diagnostic('ORM-S604', at, `inheritance key "${key}" is used twice`, { hint: 'one <inheritance> for each key' })

export const inheritanceClassTwice = (at: Mark, className: string): Diagnostic =>
  diagnostic('ORM-S604', at, `inheritance class "${className}" is used twice`, {
    hint: 'one <inheritance> for each class',
  })

export const inheritanceConstant = (at: Mark, key: string, constant: string): Diagnostic =>
  diagnostic('ORM-S604', at, `inheritance key "${key}": constant "${constant}" is already used or empty`, {
    hint: 'use a key with letters or digits that no other key has',
  })

export const inheritanceCycle = (at: Mark, className: string, chain: readonly string[]): Diagnostic =>
  diagnostic('ORM-S605', at, `class "${className}" extends itself: ${chain.join(' > ')}`, {
    hint: 'let one of them extend the class of the table',
  })

export const inheritanceTooDeep = (at: Mark, className: string, limit: number): Diagnostic =>
  diagnostic('ORM-S607', at, `class "${className}" has more than ${limit} ancestors`, {
    hint: 'let it extend a class nearer to that of the table',
  })

export const childrenWithoutInheritance = (at: Mark, column: string): Diagnostic =>
  diagnostic('ORM-S606', at, `column "${column}" has <inheritance> children but not inheritance="single"`, {
    hint: 'add inheritance="single" to the column',
  })
