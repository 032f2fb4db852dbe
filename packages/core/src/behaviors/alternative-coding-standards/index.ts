import { defineBehavior } from '../define-behavior.js'

const message =
  'it has no effect: generated classes have one style. Remove it; if you want another style, format the classes after the build'

/** Formerly formatted generated code. Kept so that old schemas build. */
export const alternativeCodingStandards = defineBehavior({
  name: 'alternative_coding_standards',
  freeParameters: true,
  modifyDatabase({ db }) {
    const [first] = db.tables
    if (first) db.edit(first).warn(message)
  },
  modifyTable: ({ table }) => table.warn(message),
})
