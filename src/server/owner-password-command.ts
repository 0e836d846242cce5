import { resolve } from 'node:path'
import { counted } from '#contract/fill-placeholders.ts'
import { copiesOfOthersIn } from './backup/safety-copies.ts'
import { readWords } from './command-words.ts'
import { readConfig } from './config.ts'
import { openInstallation } from './open-installation.ts'
import { replaceSecret } from './owner/claim-installation.ts'
import { generatePassword, hashPassword } from './owner/first-password.ts'
import { replacePasswordHash } from './owner/store.ts'
import { readSecret } from './read-secret.ts'
import { tellFailure } from './tell-failure.ts'

const copyWords = {
  one: 'is {count} copy from before an upgrade or a restore that only another SECRET opens. It is not deleted automatically.',
  many: 'are {count} copies from before an upgrade or a restore that only another SECRET opens. They are not deleted automatically.',
}

/**
 * `npm run owner:password`: sets a new generated password, shows it once, and ends every session. With `--new-secret`
 * the database belongs to the SECRET of this process from then on.
 */
async function main(): Promise<void> {
  const options = { 'new-secret': { type: 'boolean', default: false } } as const
  const { values } = readWords('npm run owner:password [-- --new-secret]', { options, most: 0 })
  const isNewSecret = values['new-secret']
  const config = readConfig(process.env)
  const { database, close } = await openInstallation(config, (line) => console.log(line))
  try {
    // What cannot be read is said before anything is changed.
    const secret = isNewSecret ? await readSecret(config) : undefined
    const password = generatePassword()
    const hash = await hashPassword(password)
    await database.transaction().execute(async (transaction) => {
      await replacePasswordHash(transaction, hash, new Date())
      if (secret !== undefined) await replaceSecret(transaction, secret)
    })
    // Before anything else may fail: nobody knows another any more.
    console.log(`The new password (shown only this once): ${password}`)
    console.log('All sessions have ended.')
    if (secret === undefined) return
    console.log('Processes with any other SECRET cannot start on this database any more.')
    const folder = resolve(config.backupDir)
    const number = (await copiesOfOthersIn(folder, secret)).length
    if (number > 0) console.log(`In ${folder} ${counted(number, copyWords)}`)
  } finally {
    await close()
  }
}

main().catch((error: unknown) => {
  tellFailure(error)
  process.exit(1)
})
