/** What a shell can complete for a command. */
export interface Completed {
  /** Name and aliases. */
  readonly names: readonly string[]
  readonly summary: string
  readonly flags: readonly CompletedFlag[]
  /** Possible arguments; if empty, files are completed. */
  readonly words: readonly string[]
}

export interface CompletedFlag {
  /** Name without dashes. */
  readonly name: string
  readonly help: string
  readonly values: readonly string[]
  readonly takesValue: boolean
}

export const scripts: Readonly<Record<string, (commands: readonly Completed[]) => string>> = { bash, zsh, fish }

const written = ({ name, takesValue }: CompletedFlag): string => `--${name}${takesValue ? '=' : ''}`

const namesOf = (commands: readonly Completed[]): string[] => ['help', ...commands.flatMap(({ names }) => names)]

/** Returns a `case` branch for each command. */
const cases = (commands: readonly Completed[], of: (command: Completed) => string): string =>
  commands.map((command) => `    ${command.names.join('|')}) ${of(command)} ;;`).join('\n')

const choices = ({ flags }: Completed): readonly CompletedFlag[] => flags.filter(({ values }) => values.length > 0)

/**
 * Returns the completion script for bash. Bash splits words at ":" and "=", which names and flags contain, so the script parses
 * the line itself and removes the part that bash has already split off from the results.
 */
function bash(commands: readonly Completed[]): string {
  return `# Completion of orm for bash.
_orm() {
  local line="\${COMP_LINE:0:$COMP_POINT}" words cur command="" word results
  read -ra words <<< "$line"
  cur="\${words[-1]}"
  [[ "$line" == *[[:space:]] ]] && cur="" && words+=("")
  for word in "\${words[@]:1:\${#words[@]}-2}"; do
    [[ "$word" != -* && "$word" != help ]] && { command="$word"; break; }
  done
  local flags="" choice=""
  case "$command" in
    "") results="${namesOf(commands).join(' ')}" ;;
${cases(commands, ({ flags, words }) => `flags="${flags.map(written).join(' ')}"; results="${words.join(' ')}"`)}
  esac
  case "$command $cur" in
${commands
  .flatMap((command) =>
    choices(command).flatMap((flag) =>
      command.names.map(
        (name) =>
          `    "${name} --${flag.name}="*) choice="${flag.values.map((value) => `--${flag.name}=${value}`).join(' ')}" ;;`,
      ),
    ),
  )
  .join('\n')}
  esac
  if [[ -n "$choice" ]]; then results="$choice"
  elif [[ "$cur" == -* ]]; then results="$flags"
  elif [[ "$cur" == --*=* || -z "$results" ]]; then COMPREPLY=(); compopt -o default 2>/dev/null; return
  fi
  COMPREPLY=($(compgen -W "$results" -- "$cur"))
  [[ "\${COMPREPLY[*]}" == *= ]] && compopt -o nospace 2>/dev/null
  local prefix="\${cur%"\${cur##*[:=]}"}" at
  for at in "\${!COMPREPLY[@]}"; do COMPREPLY[at]="\${COMPREPLY[at]#"$prefix"}"; done
}
complete -F _orm orm
`
}

const zshText = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

function zsh(commands: readonly Completed[]): string {
  const colons = (text: string): string => text.replaceAll(':', '\\:')
  const list = commands.flatMap(({ names, summary }) => names.map((name) => zshText(`${colons(name)}:${summary}`)))
  const flag = ({ name, help, values, takesValue }: CompletedFlag): string => {
    const about = help.replace(/[[\]\\:]/g, '\\$&')
    const value = takesValue ? `:value:${values.length > 0 ? `(${values.join(' ')})` : '_files'}` : ''
    return zshText(`--${name}${takesValue ? '=' : ''}[${about}]${value}`)
  }
  return `#compdef orm
# Completion of orm for zsh.
_orm() {
  local -a commands=(
    ${list.join('\n    ')}
  )
  if (( CURRENT == 2 )); then
    _describe -t commands command commands
    return
  fi
  case "$words[2]" in
    help) _describe -t commands command commands ;;
${cases(commands, ({ flags, words }) => {
  const argument = words.length > 0 ? `'*:argument:(${words.join(' ')})'` : `'*:file:_files'`
  return `_arguments ${flags.map(flag).join(' ')} ${argument}`
})}
  esac
}
if [ "$funcstack[1]" = "_orm" ]; then _orm "$@"; else compdef _orm orm; fi
`
}

function fish(commands: readonly Completed[]): string {
  const text = (value: string): string => `'${value.replace(/['\\]/g, '\\$&')}'`
  const lines = commands.flatMap(({ names, summary, flags, words }) => {
    const used = `-n ${text(`__fish_seen_subcommand_from ${names.join(' ')}`)}`
    return [
      ...names.map((name) => `complete -c orm -f -n __fish_use_subcommand -a ${text(name)} -d ${text(summary)}`),
      ...flags.map(({ name, help, values, takesValue }) => {
        const value = takesValue ? (values.length > 0 ? ` -x -a ${text(values.join(' '))}` : ' -r') : ''
        return `complete -c orm ${used} -l ${name}${value} -d ${text(help)}`
      }),
      ...(words.length > 0 ? [`complete -c orm -f ${used} -a ${text(words.join(' '))}`] : []),
    ]
  })
  return `# Completion of orm for fish.\n${lines.join('\n')}\n`
}
