// The product in a process of its own with start options that no environment variable gives. PRODUCT_OPTIONS is
// JSON: `retryDelaySeconds`, `queuePollSeconds`, and `clockAheadMs` to start as if that much time had passed.
import { readConfig } from '#server/config.ts'
import { startProduct } from '#server/start-product.ts'

const {
  retryDelaySeconds,
  queuePollSeconds,
  clockAheadMs = 0,
} = JSON.parse(process.env.PRODUCT_OPTIONS ?? '{}')
const product = await startProduct(readConfig(process.env), {
  say: (line) => console.log(line),
  retryDelaySeconds,
  queuePollSeconds,
  checksAnswers: console.error,
  clock: { now: () => new Date(Date.now() + clockAheadMs) },
})
console.log(`Leadline is ready at ${product.url}`)
process.on('SIGTERM', () => void product.stop().then(() => process.exit(0)))
