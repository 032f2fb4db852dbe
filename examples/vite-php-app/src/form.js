/** The columns of a table that a person fills in: the key comes from the database, the rank from the behavior sortable. */
const fieldsOf = ({ columns }) =>
  Object.values(columns).filter(({ primaryKey, name }) => !primaryKey && name !== 'sortable_rank')

/** A form for a table of the schema: a field for each column that a person fills in. */
export function fillForm(form, table) {
  form.append(...fieldsOf(table).map(fieldFor), Object.assign(document.createElement('button'), { textContent: 'Add' }))
}

function fieldFor({ name, values, size, required, default: preset, description }) {
  const field = document.createElement(values ? 'select' : 'input')
  Object.assign(field, { name, required, title: description ?? '' })
  for (const value of values ?? []) field.append(new Option(value, value, value === preset, value === preset))
  if (!values) Object.assign(field, { maxLength: size ?? 255, autocomplete: 'off', placeholder: description ?? '' })
  const label = document.createElement('label')
  label.append(Object.assign(document.createElement('span'), { textContent: name }), field)
  return label
}

/** The rules of the form in words, from the same columns. */
export function describeRules(list, table) {
  list.append(
    ...fieldsOf(table).flatMap((column) => [
      Object.assign(document.createElement('dt'), { textContent: column.name }),
      Object.assign(document.createElement('dd'), { textContent: rulesOf(column) }),
    ]),
  )
}

const rulesOf = ({ type, values, size, required, default: preset }) =>
  [
    values ? `one of ${values.join(', ')}` : type.toLowerCase(),
    required && 'required',
    size && `at most ${size} characters`,
    preset && `${preset} at first`,
  ]
    .filter(Boolean)
    .join('; ')
