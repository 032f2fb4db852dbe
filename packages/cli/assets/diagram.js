// Script of the page that `orm schema:diagram` writes: zoom, search, and the details of the selected table.
const main = document.querySelector('main')
const byId = (id) => document.getElementById(id)
const views = [...document.querySelectorAll('svg')]
const search = byId('search')
const found = byId('found')
const details = byId('details')
const keysOnly = byId('keys-only')
const state = { scale: 1, x: 0, y: 0 }
const smallest = 0.02
const largest = 4

const view = () => views.find(({ dataset }) => dataset.view === (keysOnly.checked ? 'keys' : 'all'))
const tableIn = (svg, name) => [...svg.querySelectorAll('.table')].find(({ dataset }) => dataset.table === name)

function draw() {
  const transform = `translate(${state.x} ${state.y}) scale(${state.scale})`
  main.classList.toggle('overview', state.scale < 0.45)
  main.classList.toggle('far-away', state.scale < 0.3)
  for (const scene of document.querySelectorAll('.scene')) scene.setAttribute('transform', transform)
}

function fit() {
  const { width, height } = main.getBoundingClientRect()
  const { width: w, height: h } = view().dataset
  state.scale = Math.min(width / w, height / h, 1.25)
  state.x = (width - w * state.scale) / 2
  state.y = (height - h * state.scale) / 2
  draw()
}

function zoom(factor, x, y) {
  const scale = Math.min(largest, Math.max(smallest, state.scale * factor))
  const ratio = scale / state.scale
  state.x = x - (x - state.x) * ratio
  state.y = y - (y - state.y) * ratio
  state.scale = scale
  draw()
}

function zoomAtCentre(factor) {
  const { width, height } = main.getBoundingClientRect()
  zoom(factor, width / 2, height / 2)
}

/** Centers a table, large enough to be read. */
function goTo(name) {
  const table = tableIn(view(), name)
  if (!table) return
  select(name)
  const { x, y, width, height } = table.getBBox()
  const [, left, top] = /translate\((\S+) (\S+)\)/.exec(table.getAttribute('transform')).map(Number)
  const [, marginLeft, marginTop] = /translate\((\S+) (\S+)\)/
    .exec(table.parentNode.getAttribute('transform'))
    .map(Number)
  const place = main.getBoundingClientRect()
  state.scale = Math.max(state.scale, 0.9)
  state.x = place.width / 2 - (left + marginLeft + x + width / 2) * state.scale
  state.y = place.height / 2 - (top + marginTop + y + Math.min(height, place.height / state.scale) / 2) * state.scale
  draw()
}

/** Highlights a table and its relations, or shows everything if there is no name. */
function select(name) {
  for (const svg of views) {
    svg.classList.toggle('selecting', name !== undefined)
    const near = new Set([name])
    for (const line of svg.querySelectorAll('.line')) {
      const { from, to } = line.dataset
      const isNear = from === name || to === name
      line.classList.toggle('near', isNear)
      if (isNear) near.add(from).add(to)
    }
    for (const table of svg.querySelectorAll('.table')) {
      table.classList.toggle('near', near.has(table.dataset.table))
      table.classList.toggle('selected', table.dataset.table === name)
    }
  }
  details.hidden = name === undefined
  for (const section of details.querySelectorAll('section')) section.hidden = section.dataset.details !== name
  const hash = name === undefined ? '' : `#${encodeURIComponent(name)}`
  if (location.hash !== hash) history.replaceState(null, '', hash || location.pathname + location.search)
}

function followHash() {
  if (location.hash.length > 1) goTo(decodeURIComponent(location.hash.slice(1)))
}

// Moves the diagram by mouse, finger or two fingers. A press without movement is a click.
const pointers = new Map()
let moved = 0
main.addEventListener('pointerdown', (event) => {
  if (pointers.size === 0) moved = 0
  pointers.set(event.pointerId, event)
})
addEventListener('pointermove', (event) => {
  const before = pointers.get(event.pointerId)
  if (!before) return
  const other = [...pointers.values()].find(({ pointerId }) => pointerId !== event.pointerId)
  if (other) {
    const distance = (point) => Math.hypot(point.clientX - other.clientX, point.clientY - other.clientY)
    const place = main.getBoundingClientRect()
    zoom(
      distance(event) / Math.max(1, distance(before)),
      (event.clientX + other.clientX) / 2 - place.left,
      (event.clientY + other.clientY) / 2 - place.top,
    )
  } else {
    state.x += event.clientX - before.clientX
    state.y += event.clientY - before.clientY
    draw()
  }
  moved += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY)
  pointers.set(event.pointerId, event)
  main.classList.toggle('dragging', moved > 4)
})
for (const end of ['pointerup', 'pointercancel']) {
  addEventListener(end, (event) => {
    pointers.delete(event.pointerId)
    main.classList.remove('dragging')
  })
}
main.addEventListener('click', (event) => {
  if (moved > 4) return
  select(event.target.closest('.table')?.dataset.table)
})
main.addEventListener(
  'wheel',
  (event) => {
    event.preventDefault()
    const place = main.getBoundingClientRect()
    zoom(
      Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)),
      event.clientX - place.left,
      event.clientY - place.top,
    )
  },
  { passive: false },
)

const steps = { ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80] }
addEventListener('keydown', (event) => {
  if (event.target === search) return
  const table = event.target.closest?.('.table')
  if (event.key === 'Escape') select(undefined)
  else if (event.key === '/') search.focus()
  else if (event.key === '+') zoomAtCentre(1.25)
  else if (event.key === '-') zoomAtCentre(0.8)
  else if (event.key === '0') fit()
  else if (table && (event.key === 'Enter' || event.key === ' ')) goTo(table.dataset.table)
  else if (steps[event.key]) {
    state.x += steps[event.key][0]
    state.y += steps[event.key][1]
    draw()
  } else return
  event.preventDefault()
})
byId('in').addEventListener('click', () => zoomAtCentre(1.25))
byId('out').addEventListener('click', () => zoomAtCentre(0.8))
byId('fit').addEventListener('click', fit)
byId('close').addEventListener('click', () => select(undefined))
keysOnly.addEventListener('change', () => {
  for (const svg of views) svg.toggleAttribute('hidden', svg !== view())
  fit()
})

// Ranks matches: tables with that name, then names that contain it as a word, start with it or contain it, then tables with
// such a column.
const entries = [...views[0].querySelectorAll('.table')].map(({ dataset }) => ({
  name: dataset.table,
  columns: dataset.columns.split(' '),
}))
const isLetter = (character) => /[\p{L}\p{N}]/u.test(character ?? '')
function rankOf(name, word) {
  const at = name.indexOf(word)
  if (at < 0) return undefined
  if (name === word) return 0
  if (!isLetter(name[at - 1]) && !isLetter(name[at + word.length])) return 1
  return at === 0 ? 2 : 3
}
function matches(text) {
  const word = text.trim().toLowerCase()
  if (word === '') return []
  const hits = entries.flatMap(({ name, columns }) => {
    const rank = rankOf(name.toLowerCase(), word)
    if (rank !== undefined) return [{ name, rank, column: '' }]
    const column = columns.find((candidate) => candidate.toLowerCase().includes(word))
    return column === undefined ? [] : [{ name, rank: 4, column }]
  })
  return hits
    .sort((a, b) => a.rank - b.rank || a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
    .slice(0, 40)
}
let chosen = 0
function showMatches() {
  const hits = matches(search.value)
  chosen = 0
  found.replaceChildren(
    ...hits.map(({ name, column }, at) => {
      const item = document.createElement('li')
      item.setAttribute('role', 'option')
      item.setAttribute('aria-selected', String(at === 0))
      item.dataset.name = name
      item.append(name)
      if (column) {
        const small = document.createElement('small')
        small.textContent = `  ${column}`
        item.append(small)
      }
      return item
    }),
  )
  found.hidden = hits.length === 0
  search.setAttribute('aria-expanded', String(hits.length > 0))
}
function choose(name) {
  found.hidden = true
  search.setAttribute('aria-expanded', 'false')
  goTo(name)
}
search.addEventListener('input', showMatches)
search.addEventListener('focus', showMatches)
search.addEventListener('keydown', (event) => {
  const items = [...found.children]
  if (event.key === 'Escape') {
    found.hidden = true
    search.blur()
  } else if (event.key === 'Enter' && items[chosen]) choose(items[chosen].dataset.name)
  else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    chosen = Math.max(0, Math.min(items.length - 1, chosen + (event.key === 'ArrowDown' ? 1 : -1)))
    for (const [at, item] of items.entries()) item.setAttribute('aria-selected', String(at === chosen))
    items[chosen]?.scrollIntoView({ block: 'nearest' })
  }
})
found.addEventListener('pointerdown', (event) => {
  const item = event.target.closest('li')
  if (item) choose(item.dataset.name)
})
search.addEventListener('blur', () => {
  found.hidden = true
})

addEventListener('hashchange', followHash)
addEventListener('resize', () => {
  if (details.hidden) fit()
})
fit()
followHash()
