import { phpString } from '../../escape/php-literal.js'
import type { Member } from '../class-builder.js'
import type { CodeContext } from '../define-behavior.js'
import { type I18nParameters, shapeOf } from './shape.js'

export const tableMapConstants = ({ table, params, cls }: CodeContext): Member[] => [
  cls.constant({
    name: 'DEFAULT_LOCALE',
    value: phpString(shapeOf(table, params as unknown as I18nParameters).locale),
    doc: 'Locale of new objects.',
  }),
]
