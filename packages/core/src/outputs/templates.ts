import type { Config } from '../config/index.js'
import { type Diagnostic, type Mark, OrmError, Source } from '../errors/index.js'
import { fileOutside, templateMistake, unreadableTemplate } from '../errors/output-errors.js'
import { pathBelow, writtenPath } from '../escape/index.js'
import type { FileReader } from '../files.js'
import type { Database } from '../model/index.js'
import type { OutputFile } from './define-output.js'
import { strictView } from './model-view.js'
import type { RunnableOutput } from './run-output.js'
import { compileTemplate, TemplateMistake } from './template.js'

type TemplateEntry = NonNullable<Config['generator']['templates']>[number]

type Render = ReturnType<typeof compileTemplate>

/** Returns an output for an entry of `generator.templates`. The template is a source of the build. */
export async function templateOutput(
  { template, to, per }: TemplateEntry,
  { root, files, at }: { readonly root: string; readonly files: FileReader; readonly at: Mark | undefined },
): Promise<RunnableOutput> {
  const path =
    root === '.' || /^(?:[/\\]|[A-Za-z]:)/.test(template) ? template : `${root.replace(/\/+$/, '')}/${template}`
  const source = new TemplateSource(path, await textOf(path, files, at))
  const mistake = (error: unknown, subject: string, own = source): OrmError => {
    if (!(error instanceof TemplateMistake)) throw error
    return new OrmError([templateMistake(own.mark(error.line), path, subject, error.message, error.cause)])
  }
  const compiled = attempt(
    () => compileTemplate(source.text),
    (error) => mistake(error, ''),
  )
  const inConfig = (error: unknown): OrmError =>
    new OrmError([templateMistake(at, path, `"to"`, (error as Error).message, (error as Error).cause)])
  const target = attempt(() => compileTemplate(to), inConfig)
  const directory = staticPart(to)
  const name = `template ${path}`
  const render = (subject: string, variables: object): OutputFile => {
    const view = variables as Parameters<Render>[0]
    const written = attempt(() => target(view), inConfig)
    const contents = attempt(
      () => compiled(view),
      (error) => mistake(error, subject),
    )
    const below = writtenPath(written)
    const isInside = below !== undefined && (directory === '.' || below.startsWith(`${directory}/`))
    if (!isInside) throw new OrmError([fileOutside(at, name, written, directory)])
    return { path: directory === '.' ? below : below.slice(directory.length + 1), contents }
  }
  return {
    file: path,
    at,
    output: {
      name,
      directory,
      build: (databases, config) =>
        collected(
          databases.flatMap((database) => jobs(database, config, per)),
          render,
        ),
    },
  }
}

interface Job {
  /** What the file is for, in messages. */
  readonly subject: string
  readonly variables: object
}

function jobs(model: Database, config: Config, per: string): Job[] {
  const database = strictView(model)
  if (per === 'database') return [{ subject: `database "${model.name}"`, variables: { database, config } }]
  return model.tables
    .filter(({ referenceOnly }) => !referenceOnly)
    .map((table) => ({ subject: `table "${table.name}"`, variables: { table: strictView(table), database, config } }))
}

/** Returns all files, or reports the first mistake of each line: the same one in a hundred tables counts once. */
function collected(all: readonly Job[], render: (subject: string, variables: object) => OutputFile): OutputFile[] {
  const files: OutputFile[] = []
  const problems = new Map<string, Diagnostic>()
  for (const { subject, variables } of all) {
    try {
      files.push(render(subject, variables))
    } catch (error) {
      if (!(error instanceof OrmError)) throw error
      for (const problem of error.diagnostics) {
        const key = problem.code === 'ORM-P007' ? `${problem.place?.file}:${problem.place?.line}` : problem.message
        if (!problems.has(key)) problems.set(key, problem)
      }
    }
  }
  if (problems.size > 0) throw new OrmError([...problems.values()])
  return files
}

/** A template, whose lines may be shown in messages. */
class TemplateSource extends Source {
  mark(line: number): Mark {
    const text = this.line(line) ?? ''
    return { source: this, offset: this.offsetOf(line, text.length - text.trimStart().length) }
  }

  protected override get isPublic(): boolean {
    return true
  }
}

async function textOf(path: string, files: FileReader, at: Mark | undefined): Promise<string> {
  const contents = await files.read(path).catch((error: Error) => {
    throw new OrmError([unreadableTemplate(at, path, error.message.replace(/,.*$/s, ''))])
  })
  if (!contents) throw new OrmError([unreadableTemplate(at, path, 'it does not exist')])
  return new TextDecoder().decode(contents)
}

/** Returns the directory at the start of a path, before its first tag. Files must stay below it. */
function staticPart(to: string): string {
  const fixed = to.split('<%')[0]!
  return pathBelow(fixed.slice(0, Math.max(fixed.lastIndexOf('/'), 0))) || '.'
}

function attempt<T>(work: () => T, problem: (error: unknown) => Error): T {
  try {
    return work()
  } catch (error) {
    throw problem(error)
  }
}
