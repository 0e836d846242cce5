import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Two runs may share a machine with a build; a real database and a real browser need patience, not mocks.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'demo/**/*.test.ts'],
          exclude: ['tests/browser/**', 'src/server/platform/engine/**', '**/node_modules/**'],
          globalSetup: ['tests/support/database-server.ts'],
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
          fileParallelism: false,
          testTimeout: 60_000,
        },
      },
    ],
  },
})
