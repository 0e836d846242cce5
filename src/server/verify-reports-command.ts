import { readWords } from './command-words.ts'
import { readConfig } from './config.ts'
import { verifyReports } from './counting/verify-reports.ts'
import { openInstallation } from './open-installation.ts'
import { tellFailure } from './tell-failure.ts'

/** `npm run verify:reports`: recounts everything from the raw events; exits 1 when a number differs. */
async function main(): Promise<void> {
  readWords('npm run verify:reports', { options: {}, most: 0 })
  const installation = await openInstallation(readConfig(process.env), (line) => console.log(line))
  const differences = await verifyReports(installation.database, (line) => console.log(line))
  await installation.close()
  for (const { what, where, stored, counted } of differences)
    console.log(`${what}: ${where}: stored ${stored}, counted ${counted}`)
  console.log(
    differences.length === 0
      ? 'All numbers agree with the raw events.'
      : `${differences.length} differences.`,
  )
  process.exit(differences.length === 0 ? 0 : 1)
}

main().catch((error: unknown) => {
  tellFailure(error)
  process.exit(1)
})
