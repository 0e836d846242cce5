import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Two runs may share a machine with a build; a real database and a real browser need patience, not mocks.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Files keep nothing in modules, so a worker loads the server once and not once for each file.
    isolate: false,
    maxConcurrency: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'demo/**/*.test.ts'],
          exclude: [
            'tests/browser/**',
            'tests/durability/**',
            'src/server/platform/engine/**',
            '**/node_modules/**',
          ],
          globalSetup: ['tests/support/database-server.ts'],
        },
      },
      {
        // Vendors that are down for a while: their tests wait more than they work.
        extends: true,
        test: {
          name: 'outages',
          include: ['tests/durability/crm-*.test.ts'],
          globalSetup: ['tests/support/database-server.ts'],
        },
      },
      {
        // Whole servers that are killed and starved: one file at a time, or they would starve each other.
        extends: true,
        test: {
          name: 'durability',
          include: ['tests/durability/**/*.test.ts'],
          exclude: ['tests/durability/crm-*.test.ts', '**/node_modules/**'],
          globalSetup: ['tests/support/database-server.ts'],
          fileParallelism: false,
        },
      },
      {
        // The embedded engine's own tests start, kill and starve engines of their own.
        extends: true,
        test: { name: 'engine', include: ['src/server/platform/engine/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/support/database-server.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
