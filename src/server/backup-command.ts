import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readPassphrase } from './ask-passphrase.ts'
import { BackupProblem } from './backup/backup-problem.ts'
import { clearDrafts } from './backup/clear-drafts.ts'
import { makeBackup } from './backup/make-backup.ts'
import { nameBackup } from './backup/name-backup.ts'
import { refuseMissingFolder } from './backup/refuse-missing-folder.ts'
import { openForBackup } from './backup-installation.ts'
import { readWords } from './command-words.ts'
import { readConfig } from './config.ts'
import { tellFailure } from './tell-failure.ts'

/** `npm run backup [-- --out FILE]`: everything into one encrypted file, while the product runs or not. */
async function main(): Promise<void> {
  const usage = 'npm run backup [-- --out FILE]'
  const { values, word } = readWords(usage, { options: { out: { type: 'string' } }, most: 1 })
  // npm keeps an option without the two dashes before it to itself, and hands on the file alone.
  if (word !== undefined) throw new BackupProblem('Into which file? npm run backup -- --out FILE')
  const { out } = values
  const config = readConfig(process.env)
  if (out !== undefined) refuseMissingFolder(resolve(out), config.backupDir)
  const { source, close } = await openForBackup(config, (line) => console.log(line))
  try {
    const path = resolve(
      out ?? join(config.backupDir, nameBackup('by-hand', new Date(), source.secret || undefined)),
    )
    if (statSync(path, { throwIfNoEntry: false }))
      throw new BackupProblem(`There is a file ${path} already: choose another name.`)
    const passphrase = await readPassphrase(config.backupPassphrase, true)
    // What an earlier one left may take the room that this one needs.
    await clearDrafts(resolve(config.backupDir))
    const room = { folder: dirname(path), whileServing: true }
    const { tables, films, missingFilms } = await makeBackup(source, path, passphrase, room)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `Backed up ${rows} rows of ${tables.length} tables and ${films.length} video files into ${path} (${statSync(path).size} bytes).`,
    )
    for (const name of missingFilms)
      console.log(`A video file is not in its folder and so not in the backup: ${name}`)
    console.log(`Prove it with: npm run backup:verify -- "${path}"`)
  } finally {
    await close()
  }
}

main().catch((error: unknown) => {
  tellFailure(error)
  process.exit(1)
})
