import { type ParseArgsConfig, parseArgs } from 'node:util'
import { BackupProblem } from './backup/backup-problem.ts'

/**
 * What a command was told: its options, and at most `most` words. With `--help` its usage is printed, and it ends; a word too
 * many is refused, before anything is done that was not meant.
 */
export function readWords<Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  { options, most }: { options: Options; most: 0 | 1 },
) {
  if (process.argv.includes('--help')) {
    console.log(usage)
    process.exit(0)
  }
  const { values, positionals } = parseArgs({ options, allowPositionals: most > 0 })
  if (positionals.length > most) throw new BackupProblem(`One word too many: ${positionals[most]}. ${usage}`)
  return { values, word: positionals[0] }
}
