import type { PhpClass } from '../php/code/php-class.js'
import type { CodeContext } from './define-behavior.js'
import { php } from './php.js'

/** Transactions of queries that write begin as such, so that they see nothing old when they have waited. */
export function writeTransactions(query: PhpClass, { table, cls }: CodeContext): void {
  if (table.model.readOnly || query.findMethod('transactionOptions')) return
  query.methods.push(
    cls.method({
      name: 'transactionOptions',
      visibility: 'protected',
      returns: 'array',
      body: php`return ['write' => true];`,
    }).node,
  )
}
