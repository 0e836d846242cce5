import { ConfigProblem, readConfig } from './config.ts'
import { openInstallation } from './open-installation.ts'
import { generatePassword, hashPassword } from './owner/first-password.ts'
import { replacePasswordHash } from './owner/store.ts'
import { EngineProblem } from './platform/engine/engine-problem.ts'

/** `npm run owner:password`: sets a new generated password, shows it once, and ends every session. */
async function main(): Promise<void> {
  const installation = await openInstallation(readConfig(process.env), (line) => console.log(line))
  const password = generatePassword()
  await replacePasswordHash(installation.database, await hashPassword(password), new Date())
  await installation.close()
  console.log(`The new password (shown only this once): ${password}`)
  console.log('All sessions have ended.')
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigProblem || error instanceof EngineProblem ? error.message : error)
  process.exit(1)
})
