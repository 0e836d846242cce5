// Draws the pictures of shared links (1200 × 630) and the touch icon, from the SVGs in src/web/site/og and from the
// memes' own drawings. Those need their page's styles, so Chromium draws, once; the small PNGs are committed.
// Run it after a change of a drawing, with the public pages built: node bin/draw-og.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { indexedPng } from './indexed-png.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = `${root}src/web/site/og/`
const LIMIT = 60_000

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb'],
})

async function draw(name, html, width, height) {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(html)
  const shot = (await page.screenshot({ type: 'png' })).toString('base64')
  const pixels = await page.evaluate(async (source) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${source}`)).blob())
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    const context = canvas.getContext('2d')
    context.drawImage(picture, 0, 0)
    return btoa(
      Array.from(context.getImageData(0, 0, canvas.width, canvas.height).data, (byte) =>
        String.fromCharCode(byte),
      ).join(''),
    )
  }, shot)
  await page.close()
  const png = indexedPng(Buffer.from(pixels, 'base64'), width, height)
  if (png.length > LIMIT) throw new Error(`${name} has ${png.length} bytes, more than ${LIMIT}`)
  writeFileSync(`${folder}${name}.png`, png)
  console.log(`${name}.png ${(png.length / 1000).toFixed(1)} KB`)
}

const bare = '<style>*{margin:0}svg{display:block;width:100vw;height:100vh}</style>'
for (const name of ['home', 'training', 'college', 'hack'])
  await draw(name, bare + readFileSync(`${folder}${name}.svg`, 'utf8'), 1200, 630)
await draw('touch-icon', bare + readFileSync(`${folder}touch-icon.svg`, 'utf8'), 180, 180)

// The memes' people and dog are components: taken from the built pages with their styles, without the words.
const { renderPage } = await import(`${root}dist/site-server/render.js`)
const { defaultSiteContent } = await import(`${root}src/contract/site-content.ts`)
const drawingOf = (path, find) => {
  const { html, styles } = renderPage({
    path,
    content: defaultSiteContent,
    publicUrl: 'https://example.com',
    year: 2026,
  })
  return { svgs: html.match(find) ?? [], styles: styles.join('') }
}
const people = drawingOf('/meme', /<svg class="person".*?<\/svg>/gs)
await draw(
  'meme',
  `<style>${people.styles}</style><style>body{display:grid;grid-template-columns:1fr 1fr;grid-template-rows:100vh;min-height:0;
  gap:14px;padding:14px;background:#111;height:100vh}svg.person{width:100%;height:100%;max-width:none}</style>${people.svgs.join('')}`,
  1200,
  630,
)
const dog = drawingOf('/meme2', /<svg class="dog".*?<\/svg>/gs)
// The page crops the picture at its sides; here the whole dog shows, at a desk as wide as the picture.
const whole = dog.svgs
  .join('')
  .replace('xMidYMid slice', 'xMidYMax meet')
  .replace('M-10 484h620v46H-10z', 'M-600 484h1800v46H-600z')
await draw(
  'meme2',
  `<style>${dog.styles}</style><style>body{background:oklch(0.83 0.13 70)!important}
  svg.dog{position:fixed;inset:0;width:1200px!important;height:630px!important;max-width:none!important;max-height:none!important;min-height:0;overflow:visible}</style>${whole}`,
  1200,
  630,
)
await browser.close()
