import { resolve } from 'node:path'
import { BackupProblem } from './backup/backup-problem.ts'
import { checkBackup } from './backup/check-backup.ts'
import { openBackup } from './backup/kept-films.ts'
import { differencesIn, type Proof, verifyBackup } from './backup/verify-backup.ts'
import { passphraseOf } from './backup-installation.ts'
import { readWords } from './command-words.ts'
import { readConfig } from './config.ts'
import { tellFailure } from './tell-failure.ts'

/** `npm run backup:verify -- FILE`: restores it into a scratch database and counts everything; exits 1 for a difference. */
async function main(): Promise<void> {
  const usage = 'npm run backup:verify -- FILE'
  const { word: file } = readWords(usage, { options: {}, most: 1 })
  if (!file) throw new BackupProblem(`Which file? ${usage}`)
  const path = resolve(file)
  const config = readConfig(process.env)
  const passphrase = await passphraseOf(config, path)
  const { start } = await checkBackup(openBackup(path, passphrase))
  console.log(`Made ${start.madeAt} by version ${start.product}, schema ${start.migrations.at(-1)}.`)
  const begun = Date.now()
  const proof = await verifyBackup(() => openBackup(path, passphrase), {
    folder: config.backupDir,
    room: { folder: config.backupDir, whileServing: true },
    connection: config.databaseUrl ? { connectionString: config.databaseDirectUrl } : undefined,
  })
  tell(proof)
  const differences = differencesIn(proof)
  const seconds = ((Date.now() - begun) / 1000).toFixed(1)
  console.log(
    differences === 0
      ? `Proved: restored and counted again in ${seconds} s, 0 differences.`
      : `NOT proved: ${differences} differences.`,
  )
  process.exit(differences === 0 ? 0 : 1)
}

function tell({ manifest, tables, films, numbers }: Proof): void {
  const width = Math.max(...manifest.tables.map(({ schema, name }) => schema.length + name.length + 1))
  console.log(`${'table'.padEnd(width)}  ${'rows'.padStart(10)}  SHA-256`)
  for (const { schema, name, rows, sha256 } of manifest.tables) {
    const isOther = tables.some((one) => one.schema === schema && one.name === name)
    const place = `${schema}.${name}`.padEnd(width)
    console.log(
      `${place}  ${String(rows).padStart(10)}  ${sha256.slice(0, 16)}  ${isOther ? 'DIFFERS' : 'equal'}`,
    )
  }
  console.log(`${manifest.films.length} video files, ${films.length} differ.`)
  for (const name of manifest.missingFilms) console.log(`Was missing when the backup was made: ${name}`)
  for (const { what, where, stored, counted } of numbers)
    console.log(`${what}: ${where}: stored ${stored}, counted ${counted}`)
}

main().catch((error: unknown) => {
  tellFailure(error)
  process.exit(1)
})
