import { asWarning, type Code, type Diagnostic } from '../errors/index.js'

/** Problems that make a server reject the SQL, while the classes generated from the same model work. */
const sqlProblems: ReadonlySet<Code> = new Set<Code>([
  'ORM-S304',
  'ORM-S305',
  'ORM-S307',
  'ORM-S315',
  'ORM-S316',
  'ORM-S319',
  'ORM-S320',
  'ORM-S321',
  'ORM-S322',
  'ORM-S331',
  'ORM-S332',
  'ORM-S335',
  'ORM-S336',
  'ORM-S337',
  'ORM-S338',
  'ORM-S345',
  'ORM-S402',
  'ORM-S403',
  'ORM-S406',
  'ORM-S407',
  'ORM-S408',
  'ORM-S410',
  'ORM-S411',
  'ORM-S413',
  'ORM-S418',
  'ORM-S507',
  'ORM-S508',
  'ORM-S509',
  'ORM-S516',
  'ORM-S705',
  'ORM-S901',
  'ORM-S903',
  'ORM-S906',
  'ORM-S907',
  'ORM-S910',
  'ORM-S911',
  'ORM-S912',
  'ORM-S914',
  'ORM-S915',
  'ORM-S916',
  'ORM-S917',
  'ORM-S918',
  'ORM-S921',
  'ORM-S922',
  'ORM-S925',
])

/** Problems that are only warnings in lenient projects: Propel defines what each of these schemas means. */
const toleratedProblems: ReadonlySet<Code> = new Set<Code>([
  'ORM-B009',
  'ORM-S102',
  'ORM-S104',
  'ORM-S301',
  'ORM-S330',
  'ORM-S703',
  'ORM-S911',
])

/** Returns the diagnostic with its severity for this build: an error that does not matter for it becomes a warning. */
export const judged = (diagnostic: Diagnostic, makesSql: boolean, lenient: boolean): Diagnostic =>
  (!makesSql && sqlProblems.has(diagnostic.code)) || (lenient && toleratedProblems.has(diagnostic.code))
    ? asWarning(diagnostic)
    : diagnostic
