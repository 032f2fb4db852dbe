// Script of the pages of `orm schema:diagram --serve`, which runs after the script of the diagram: shows the new diagram at the
// same position when the schema has changed, and opens a clicked table in the editor.
;(() => {
  const page = document.querySelector('[data-version]')
  const { version, database } = page.dataset
  const isDiagram = database !== undefined
  const keptUnder = `orm diagram ${database}`

  if (isDiagram) {
    const kept = JSON.parse(sessionStorage.getItem(keptUnder) ?? 'null')
    sessionStorage.removeItem(keptUnder)
    if (kept) {
      if (kept.keysOnly !== keysOnly.checked) {
        keysOnly.checked = kept.keysOnly
        keysOnly.dispatchEvent(new Event('change'))
      }
      search.value = kept.search
      Object.assign(state, kept.state)
      draw()
    }
    main.addEventListener('click', ({ target }) => {
      const link = moved > 4 ? undefined : target.closest('.table')?.dataset.link
      if (link) location.href = link
    })
  }

  function update({ data }) {
    const { version: current, problems } = JSON.parse(data)
    const message = document.getElementById('problems')
    message.textContent = problems
    message.hidden = problems === ''
    if (current === version || (current === '' && problems !== '')) return
    if (isDiagram) {
      const kept = { state, keysOnly: keysOnly.checked, search: search.value }
      sessionStorage.setItem(keptUnder, JSON.stringify(kept))
    }
    // A deleted database no longer has a page.
    if (current === '') location.href = new URL('..', location.href).href
    else location.reload()
  }

  const events = new EventSource(isDiagram ? `../events?database=${encodeURIComponent(database)}` : 'events')
  events.addEventListener('message', update)
  events.addEventListener('error', () => {
    const message = document.getElementById('problems')
    message.textContent = 'The command that serves this page has ended.'
    message.hidden = false
  })
})()
