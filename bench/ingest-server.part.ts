import { readConfig } from '#server/config.ts'
import { startProduct } from '#server/start-product.ts'

// The server under load, in a process of its own: `store` as it runs, `answer` with storing left out; `proxied` where
// each call says from which address it comes.
const [mode, dataDir = '', reach] = process.argv.slice(2)
const config = readConfig({
  ...{ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', OWNER_PASSWORD: 'benchmark password' },
  ...(process.env.DATABASE_URL && { DATABASE_URL: process.env.DATABASE_URL }),
  ...(process.env.SECRET && { SECRET: process.env.SECRET }),
  ...(reach === 'proxied' && { TRUST_PROXY: '1' }),
})
const product = await startProduct(config, {
  say: () => {},
  ...(mode === 'answer' ? { storeEvents: async () => {} } : {}),
})
process.send?.({ url: product.url })
process.on('message', (wish) => {
  if (wish === 'cpu') process.send?.({ cpu: process.cpuUsage() })
  else void product.stop().then(() => process.exit(0))
})
process.on('disconnect', () => void product.stop().then(() => process.exit(0)))
