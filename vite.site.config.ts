import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Manifest, type Plugin } from 'vite'
import { compressedBeside } from './vite.compressed.ts'

/*
 * Builds the public pages: first the browser's scripts, fonts and styles into dist/site, then the renderer into
 * dist/site-server/render.js, which the server imports. One command does both: vite build -c vite.site.config.ts
 */

const SCRIPTS = 'virtual:site-scripts'
const RESOLVED = `\0${SCRIPTS}`

/** Gives the renderer each entry's built address and the chunks to fetch with it, from the browser build's manifest. */
function siteScripts(): Plugin {
  return {
    name: 'site-scripts',
    resolveId: (id) => (id === SCRIPTS ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined
      const manifest: Manifest = JSON.parse(readFileSync('dist/site/manifest.json', 'utf8'))
      const entries = Object.values(manifest).filter((chunk) => chunk.isEntry)
      const scripts = entries.map((chunk) => [
        chunk.name,
        { src: `/${chunk.file}`, imports: (chunk.imports ?? []).map((key) => `/${manifest[key]?.file}`) },
      ])
      return `export default ${JSON.stringify(Object.fromEntries(scripts))}`
    },
  }
}

// Modules without React, which the tracker and the islands share.
const PLAIN = /src[\\/](contract|web[\\/](design|site[\\/](browser|consent|pixel)))[\\/]/

const site = (path: string) => `src/web/site/${path}`

export default defineConfig({
  publicDir: false,
  plugins: [react(), siteScripts(), compressedBeside()],
  // Old phones inside in-app browsers: colours get a plain fallback where the browser does not know OKLCH.
  build: { target: ['es2020', 'safari14', 'chrome90'], cssTarget: ['safari14', 'chrome90'] },
  environments: {
    client: {
      build: {
        outDir: 'dist/site',
        emptyOutDir: true,
        manifest: 'manifest.json',
        assetsInlineLimit: 0,
        modulePreload: false,
        rolldownOptions: {
          input: {
            tracker: site('tracker/tracker.ts'),
            islands: site('island/load-islands.ts'),
            'lead-dialog': site('lead-dialog/lead-dialog-island.ts'),
            training: site('training/training-island.ts'),
            application: site('application/application-island.ts'),
            arrival: site('booking/report-arrival.ts'),
            'two-steps': site('thank-you/two-steps-island.ts'),
            qualified: site('thank-you/qualified-island.ts'),
            'book-strategy': site('booking/book-strategy-island.ts'),
            'booking-desk': site('booking/booking-desk-island.ts'),
            'call-booked': site('booking/call-booked-island.ts'),
            portal: site('portal/portal-island.ts'),
            builder: site('builder/builder-island.ts'),
            'in-app': site('in-app/in-app-island.ts'),
            consent: site('consent/consent-island.ts'),
            pixel: site('pixel/pixel-island.ts'),
            pictures: site('og/shared-pictures.ts'),
            fonts: site('page/fonts.ts'),
          },
          // What most pages share travels as one file: a phone pays for each request more than for each kilobyte.
          // React stays out of it: it comes when the page is usable, once for all pages.
          output: {
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
                { name: 'shared', test: PLAIN, minShareCount: 3, priority: 2 },
                { name: 'island', test: /site[\\/]island[\\/]/, minShareCount: 2, priority: 1 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: 'dist/site-server',
        emptyOutDir: true,
        ssr: true,
        assetsInlineLimit: 0,
        cssMinify: true,
        rolldownOptions: { input: site('render.tsx'), output: { entryFileNames: 'render.js' } },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { client, ssr } = builder.environments
      if (client) await builder.build(client)
      if (ssr) await builder.build(ssr)
    },
  },
})
