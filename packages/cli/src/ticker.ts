import type { Output, ProcessIo, ProgressLine } from './io.js'
import { clearLine } from './visible-output.js'

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/** Milliseconds before the line appears. A command that ends sooner does not need it. */
const patience = 1000
const pace = 120

/** A terminal line with the current activity and elapsed time. It keeps moving even while nothing is reported. */
export class Ticker implements ProgressLine {
  readonly #output: Output
  readonly #start = performance.now()
  #text: string
  #ticks = 0
  #isShown = false
  #timer: NodeJS.Timeout | undefined

  /** @param text shown until the command reports something */
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

  /** Clears the line before other output is written to the terminal. */
  clear(): void {
    if (this.#isShown) this.#output.write(clearLine)
    this.#isShown = false
  }

  /** Hides the line while a question is asked. */
  pause(): void {
    clearInterval(this.#timer)
    this.clear()
  }

  resume(): void {
    clearInterval(this.#timer)
    this.#timer = setInterval(() => this.#draw(), pace)
    // The timer must not keep the process alive.
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

/** Returns an Io whose output appears above the line, and whose questions pause it. */
export function withTicker(io: ProcessIo, ticker: Ticker): ProcessIo {
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
