import { readConfig } from './config.ts'
import { explainStart } from './explain-start.ts'
import { openInstallation } from './open-installation.ts'
import { replaceSecret } from './owner/claim-installation.ts'
import { generatePassword, hashPassword } from './owner/first-password.ts'
import { replacePasswordHash } from './owner/store.ts'
import { readSecret } from './read-secret.ts'

/**
 * `npm run owner:password`: sets a new generated password, shows it once, and ends every session. With `--new-secret`
 * the database belongs to the SECRET of this process from then on.
 */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const { database, close } = await openInstallation(config, (line) => console.log(line))
  const password = generatePassword()
  await replacePasswordHash(database, await hashPassword(password), new Date())
  const isNewSecret = process.argv.includes('--new-secret')
  if (isNewSecret) await replaceSecret(database, await readSecret(config))
  await close()
  console.log(`The new password (shown only this once): ${password}`)
  console.log('All sessions have ended.')
  if (isNewSecret) console.log('Processes with any other SECRET cannot start on this database any more.')
}

main().catch((error: unknown) => {
  console.error(explainStart(error))
  process.exit(1)
})
