/** A form for a table of the schema: a field for each column that a person fills in. */
export function fillForm(form, { columns }) {
  const fields = Object.values(columns).filter(
    ({ autoIncrement, primaryKey, type }) => !autoIncrement && !primaryKey && type !== 'INTEGER',
  )
  form.append(...fields.map(fieldFor), Object.assign(document.createElement('button'), { textContent: 'Add' }))
}

function fieldFor({ name, values, size, required, default: preset }) {
  const field = document.createElement(values ? 'select' : 'input')
  Object.assign(field, { name, required, ariaLabel: name })
  for (const value of values ?? []) field.append(new Option(value, value, value === preset, value === preset))
  if (!values) Object.assign(field, { placeholder: name, maxLength: size ?? 255 })
  return field
}
