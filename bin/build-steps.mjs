/**
 * What must be built before the server can serve it. A step runs when `output` is missing or anything under
 * `sources` (files or folders, tests left out) has changed since it last ran.
 */
const SHARED = [
  ...['src/contract', 'src/web/design', 'vite.compressed.ts'],
  ...['package.json', 'package-lock.json', 'tsconfig.base.json'],
]

export const buildSteps = [
  {
    name: 'public pages',
    tool: 'vite/bin/vite.js',
    words: ['build', '--config', 'vite.site.config.ts', '--logLevel', 'warn'],
    sources: [...SHARED, 'src/web/site', 'vite.site.config.ts'],
    output: 'dist/site-server/render.js',
  },
  {
    name: 'dashboard',
    tool: 'vite/bin/vite.js',
    words: ['build', '--config', 'vite.dashboard.config.ts', '--logLevel', 'warn'],
    sources: [...SHARED, 'src/web/dashboard', 'vite.dashboard.config.ts'],
    output: 'dist/dashboard/index.html',
  },
]
