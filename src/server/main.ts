import { readConfig } from './config.ts'
import { serveInstallation } from './serve-installation.ts'
import { stopOnSignals } from './stop-on-signals.ts'
import { tellFailure } from './tell-failure.ts'
import { warnOfVariables } from './warn-of-variables.ts'

/** The server's process: starts the product, tells the person who started it, and stops in order. */
async function main(): Promise<void> {
  const say = (line: string) => console.log(line)
  const config = readConfig(process.env)
  warnOfVariables(process.env, say)
  const isChecking = process.argv.includes('--check-answers')
  const starting = serveInstallation(config, { say, ...(isChecking && { checksAnswers: console.error }) })
  // From the first moment on: a stop that comes during the start waits for it, and then ends it in order.
  stopOnSignals(async () => (await starting).stop(), say)
  const product = await starting
  say('')
  say(`Leadline is ready at ${product.url}`)
  say(`  Your dashboard   ${product.url}/analytics`)
  say(config.databaseUrl ? '  Database         from DATABASE_URL' : `  Data folder      ${config.dataDir}`)
  if (!product.isCrmConnected)
    say(
      '  CRM              not connected: leads are kept here; connect one in the dashboard under Connections',
    )
  if (product.generatedPassword) {
    say('')
    say(`  Your password (shown at each start until you have signed in): ${product.generatedPassword}`)
  } else {
    const which = config.ownerPassword ? 'that of OWNER_PASSWORD unless changed since' : 'unchanged'
    say(`  Password         ${which}; npm run owner:password sets a new one`)
  }
  const reason = await product.failed
  console.error(reason)
  process.exit(1)
}

main().catch((error: unknown) => {
  tellFailure(error)
  process.exit(1)
})
