import { join } from 'node:path'
import type { BuiltFile, Diagnostic } from 'orm-core/internal'
import { disk, findSchemas, isSearched, loadConfig } from 'orm-core/internal/config'
import { BuildStamp, isChange, RecordingReader } from 'orm-project/internal/writer'
import type { CommandWork } from '../command.js'
import { progressLine } from '../progress-line.js'

export const modelBuild: CommandWork = {
  options: [
    'configDir',
    'schemaDir',
    'recursive',
    'outputDir',
    'loaderScriptDir',
    'overwrite',
    'check',
    'dryRun',
    'plugins',
    'ignoreUnknownBehaviors',
    'allowUnknownConstraints',
    'strict',
    'format',
  ],
  examples: ['orm model:build --output-dir=src/Model'],
  async run(options, io, report) {
    const { configDir, schemaDir, recursive, outputDir, strict = false } = options
    const { check = false, dryRun = false, overwrite = false } = options
    const config = await loadConfig({
      ...(configDir && { configDir }),
      env: io.env,
      plugins: options.plugins,
      overrides: { paths: { phpDir: outputDir || undefined, loaderScriptDir: options.loaderScriptDir || undefined } },
    })
    const { ignoreUnknownBehaviors, allowUnknownConstraints } = options
    const lenient = { ignoreUnknownBehaviors, allowUnknownConstraints }
    const directory = config.paths.phpDir
    const searched = schemaDir || config.paths.schemaDir
    const isRecursive = recursive ?? config.generator.recursive
    const warnings: Diagnostic[] = []
    const onWarning = (warning: Diagnostic) => warnings.push(warning)
    const inputs = await findSchemas(searched, disk, { recursive: isRecursive, ...(!strict && { onWarning }) })
    const stamp = new BuildStamp('model-build', inputs, directory, [config, searched, lenient])
    // The stamp goes by size and time of the files; a check compares contents.
    const untouched = check || dryRun ? undefined : await stamp.unchanged(disk)
    if (untouched) {
      report.files(untouched)
      return
    }
    const files = new RecordingReader(disk)
    // Loaded here, as a build that has nothing to do needs no compiler.
    const [{ iterateModel }, { noticesOf, writeModel }] = await Promise.all([
      import('orm-core/internal'),
      import('orm-project/internal'),
    ])
    const { plugins } = options
    const built = await iterateModel(inputs, { config, files, strict, plugins, onWarning, ...lenient })
    report.diagnostics(warnings)
    const stubs = new Set<string>()
    const progress = progressLine(io)
    let made = 0
    const noted = function* (): Generator<BuiltFile> {
      for (const file of built) {
        if (++made % 200 === 0) progress.show(`${made} files`)
        if (file.keepExisting) stubs.add(join(directory, file.path))
        yield file
      }
    }
    const results = await writeModel(noted(), directory, {
      dryRun: dryRun || check,
      overwrite,
      schemaDir: config.paths.schemaDir,
      covers: (path) => isSearched(path, searched, isRecursive),
    })
    report.files(results)
    for (const notice of noticesOf(results, directory, config.paths.composerDir, dryRun || check)) report.notice(notice)
    // A build repeats its warnings, and classes with a time stamp have the time of the build.
    const isRepeatable = warnings.length === 0 && !config.generator.objectModel.addTimeStamp
    if (!dryRun && !check && isRepeatable) await stamp.note(files, results, (path) => stubs.has(path))
    return check && results.some(isChange) ? 5 : undefined
  },
}
