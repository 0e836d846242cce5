import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Pool } from 'pg'
import { writeFamily } from './text-format.ts'

const NANO = 1e-9
const EVERY_MS = 20

/** Measures this process: memory, time of the processor, lag of the event loop, and the connections of a pool. */
export function measureProcess(pool: Pool): { write(): string; stop(): void } {
  const lag = monitorEventLoopDelay({ resolution: EVERY_MS })
  lag.enable()
  const gauge = (name: string, help: string, value: number) =>
    writeFamily({ name, help, type: 'gauge', samples: [{ value }] })

  return {
    write() {
      const { rss, heapUsed, external } = process.memoryUsage()
      const { user, system } = process.cpuUsage()
      // The longest since the last look: an average would hide the one pause that everybody felt.
      const [longest, middle] = [lag.max, lag.percentile(50)].map((ns) =>
        Math.max(0, ns * NANO - EVERY_MS / 1000),
      )
      lag.reset()
      return [
        gauge(
          'process_start_time_seconds',
          'When this process started.',
          Math.round(performance.timeOrigin / 1000),
        ),
        gauge('process_resident_memory_bytes', 'Memory of this process.', rss),
        gauge('nodejs_heap_size_used_bytes', 'Memory of the JavaScript heap.', heapUsed),
        gauge('nodejs_external_memory_bytes', 'Memory outside of the JavaScript heap.', external),
        writeFamily({
          name: 'process_cpu_seconds_total',
          help: 'Time of the processor.',
          type: 'counter',
          samples: [{ value: (user + system) / 1e6 }],
        }),
        gauge('nodejs_eventloop_lag_max_seconds', 'The longest lag since the last scrape.', longest ?? 0),
        gauge('nodejs_eventloop_lag_p50_seconds', 'The median lag since the last scrape.', middle ?? 0),
        writeFamily({
          name: 'leadline_database_connections',
          help: 'Connections of the pool of this process.',
          type: 'gauge',
          samples: [
            { labels: { state: 'in-use' }, value: pool.totalCount - pool.idleCount },
            { labels: { state: 'idle' }, value: pool.idleCount },
          ],
        }),
        gauge('leadline_database_waiting', 'Who waits for a connection of the pool.', pool.waitingCount),
      ].join('')
    },
    stop: () => lag.disable(),
  }
}
