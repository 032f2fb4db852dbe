/** Shows items in a list. An item keeps its element, and with it the focus, wherever it moves. */
export function showItems(list, items) {
  const before = new Map([...list.children].map((entry) => [entry.dataset.id, entry]))
  const tops = new Map([...before].map(([id, entry]) => [id, entry.offsetTop]))
  const focused = document.activeElement
  const entries = items.map((item, at) => {
    const entry = before.get(String(item.id)) ?? newEntry()
    fill(entry, item, `${at + 1} of ${items.length}`)
    return entry
  })
  if (entries.some((entry, at) => entry !== list.children[at]) || entries.length < before.size) {
    list.replaceChildren(...entries)
    for (const entry of entries) slide(entry, tops.get(entry.dataset.id))
  }
  if (focused?.isConnected && list.contains(focused)) focused.focus({ preventScroll: true })
}

function newEntry() {
  const entry = document.createElement('li')
  const handle = button('handle', '⠿')
  handle.setAttribute('aria-describedby', 'how-to-move')
  const title = Object.assign(document.createElement('span'), { className: 'title' })
  const priority = Object.assign(document.createElement('span'), { className: 'priority' })
  entry.append(handle, title, priority, button('delete', '✕'))
  return entry
}

const button = (className, textContent) =>
  Object.assign(document.createElement('button'), { type: 'button', className, textContent })

function fill(entry, { id, title, priority }, place) {
  entry.dataset.id = id
  entry.dataset.priority = priority
  entry.querySelector('.title').textContent = title
  entry.querySelector('.priority').textContent = priority
  entry.querySelector('.handle').ariaLabel = `Move ${title}, ${place}`
  entry.querySelector('.delete').ariaLabel = `Delete ${title}`
}

/** From where it was to where it is; new entries appear. */
function slide(entry, top) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const start = top === undefined ? { opacity: 0 } : { transform: `translateY(${top - entry.offsetTop}px)` }
  entry.animate([start, {}], { duration: 160, easing: 'ease-out' })
}
