import type { Io, Output, ProgressLine } from './io.js'
import { clearLine } from './visible-output.js'

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/** A command that ends sooner needs no line. */
const patience = 1000
const pace = 120

/** One line on a terminal that says what a command does and for how long; it moves also while nothing is reported. */
export class Ticker implements ProgressLine {
  readonly #output: Output
  readonly #start = performance.now()
  #text: string
  #ticks = 0
  #isShown = false
  #timer: NodeJS.Timeout | undefined

  /** @param text what is shown until the command says more */
  constructor(output: Output, text: string) {
    this.#output = output
    this.#text = text
    this.resume()
  }

  show(text: string): void {
    this.#text = text
    if (performance.now() - this.#start >= patience) {
      this.#draw()
      return
    }
    this.#output.write(`${clearLine}${text}`)
    this.#isShown = true
  }

  /** Empties the line, before something else is written to the terminal. */
  clear(): void {
    if (this.#isShown) this.#output.write(clearLine)
    this.#isShown = false
  }

  /** While a question is asked. */
  pause(): void {
    clearInterval(this.#timer)
    this.clear()
  }

  resume(): void {
    clearInterval(this.#timer)
    this.#timer = setInterval(() => this.#draw(), pace)
    // The command decides when the process ends.
    this.#timer.unref()
  }

  #draw(): void {
    const elapsed = performance.now() - this.#start
    if (elapsed < patience) return
    const frame = frames[this.#ticks++ % frames.length]
    this.#output.write(`${clearLine}${frame} ${this.#text} (${Math.floor(elapsed / 1000)} s)`)
    this.#isShown = true
  }
}

/** What a command sees of the terminal: everything that it writes comes above the line, and the line waits for answers. */
export function withTicker(io: Io, ticker: Ticker): Io {
  const { ask } = io
  const above = (output: Output): Output => ({
    ...(output.isTTY !== undefined && { isTTY: output.isTTY }),
    write: (text) => {
      ticker.clear()
      return output.write(text)
    },
  })
  return {
    ...io,
    progress: ticker,
    stdout: above(io.stdout),
    stderr: above(io.stderr),
    ...(ask && {
      ask: async (question: string) => {
        ticker.pause()
        return ask(question).finally(() => ticker.resume())
      },
    }),
  }
}
