import { ConfigProblem, readConfig } from './config.ts'
import { EngineProblem } from './platform/engine/engine-problem.ts'
import { type Product, startProduct } from './start-product.ts'

/** The server's process: starts the product, tells the person who started it, and stops in order. */
async function main(): Promise<void> {
  const say = (line: string) => console.log(line)
  const config = readConfig(process.env)
  const product = await startProduct(config, { say })
  say('')
  say(`Leadline is ready at ${product.url}`)
  say(`  Your dashboard   ${product.url}/analytics`)
  say(config.databaseUrl ? '  Database         from DATABASE_URL' : `  Data folder      ${config.dataDir}`)
  if (!config.crm) say('  CRM              not connected: leads are kept and delivered once GHL_TOKEN is set')
  if (product.generatedPassword) {
    say('')
    say(`  Your password (shown only this once): ${product.generatedPassword}`)
  }
  stopOnSignals(product, say)
  const reason = await product.failed
  console.error(reason)
  process.exit(1)
}

function stopOnSignals(product: Product, say: (line: string) => void): void {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    say('Stopping: finishing what is in flight.')
    // A stop that hangs must still end within the ten seconds that a supervisor waits.
    setTimeout(() => process.exit(1), 9500).unref()
    await product.stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  // The command that started this process is gone, even if it was killed.
  process.on('disconnect', () => void stop())
}

main().catch((error: unknown) => {
  if (error instanceof ConfigProblem || error instanceof EngineProblem) console.error(error.message)
  else console.error(explain(error))
  process.exit(1)
})

/** One clear sentence for the troubles an engineer can mend; anything else keeps its stack for us to read. */
function explain(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error
  const port = 'port' in error ? error.port : ''
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use. Set PORT to another one.`
  if (error.code === 'EACCES') return `Port ${port} may not be used by this user. Set PORT to one above 1024.`
  if (
    error.code === 'ECONNREFUSED' ||
    error.code === 'ENOTFOUND' ||
    error.code === '28P01' ||
    error.code === '3D000'
  )
    return `The database at DATABASE_URL does not take the connection (${error.code}).`
  return error
}
