import { Item } from '../schema.xml'
import { fillForm } from './form.js'

const [form, list] = ['form', 'ol'].map((selector) => document.querySelector(selector))

async function show(request) {
  const items = await (await request).json()
  list.replaceChildren(...items.map(entryFor))
}

function entryFor({ id, title, priority, rank }) {
  const entry = Object.assign(document.createElement('li'), {
    textContent: title,
    className: priority,
    draggable: true,
  })
  entry.addEventListener('dragstart', ({ dataTransfer }) => dataTransfer.setData('text/plain', id))
  entry.addEventListener('dragover', (event) => event.preventDefault())
  entry.addEventListener('drop', (event) => {
    event.preventDefault()
    show(send(`/items/${event.dataTransfer.getData('text/plain')}`, { rank }))
  })
  return entry
}

const send = (path, values) => fetch(path, { method: 'POST', body: JSON.stringify(values) })

form.addEventListener('submit', (event) => {
  event.preventDefault()
  show(send('/items', Object.fromEntries(new FormData(form))))
  form.reset()
})

fillForm(form, Item)
show(fetch('/items'))
