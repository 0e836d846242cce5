import { EngineProblem } from './engine-problem.ts'

const TELLTALES: [RegExp, (folder: string, variable: string, found: string) => string][] = [
  [
    /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/,
    (folder) => `The disk that holds ${folder} is full: make room and start again.`,
  ],
  [
    /Read-only file system|EROFS/,
    (folder, variable) =>
      `${folder} lies on a read-only disk: set ${variable} to a folder that can be written.`,
  ],
  [
    /EEXIST|ENOTDIR|Not a directory/,
    (folder, variable) => `${folder} is not a folder: set ${variable} to a folder that can be written.`,
  ],
  [
    // Also what Node says of a read-only disk, and of places such as /proc.
    /ENOENT.*\bmkdir\b/,
    (folder, variable) => `${folder} cannot be made: set ${variable} to a folder that can be written.`,
  ],
  [
    /could not look up effective user ID (\d+)/,
    (_folder, _variable, id) =>
      `PostgreSQL does not run as a user without a name, and user id ${id} has none here: start as a user that /etc/passwd names, add this one (useradd --uid ${id} leadline), or set DATABASE_URL.`,
  ],
  [
    /administrative permissions is not permitted/,
    () =>
      'PostgreSQL refuses to run as an administrator: start from an ordinary account, or set DATABASE_URL.',
  ],
  [
    /Permission denied|EACCES|EPERM|Operation not permitted/,
    (folder, variable) =>
      `${folder} may not be written by the user who starts this: set ${variable} to a folder of theirs.`,
  ],
  [
    /Cannot allocate memory|could not (map|create) .*shared memory/,
    () =>
      'There is not enough free memory for the database (it needs about 150 MB): free some and start again.',
  ],
  [
    /checkpoint record|pg_control|invalid page|corrupt|could not (open|read|access|find|stat) (file|directory)|invalid data directory|is not a (valid )?database|PANIC/,
    (folder) => `The database in ${folder} is damaged: restore a backup into an empty data folder.`,
  ],
]

/**
 * Turns what PostgreSQL or the file system said about a failure into one sentence about `folder`, which `variable` sets.
 * Text that fits no known cause is quoted in its shortest form.
 */
export function explainFailure(failure: unknown, folder: string, variable = 'DATA_DIR'): EngineProblem {
  if (failure instanceof EngineProblem) return failure
  const text = failure instanceof Error ? failure.message : String(failure)
  for (const [sign, say] of TELLTALES) {
    const found = sign.exec(text)
    if (found) return new EngineProblem(say(folder, variable, found[1] ?? ''), { cause: failure })
  }
  return new EngineProblem(`The database in ${folder} did not start: ${lastWords(text)}`, { cause: failure })
}

/** The most telling line of a PostgreSQL output: its last FATAL or error line, else its last line. */
function lastWords(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const telling = lines.findLast((line) => /(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1)
  return telling?.replace(/^.*?(FATAL|PANIC|error):\s*/, '').trim() || 'it ended without a word.'
}
