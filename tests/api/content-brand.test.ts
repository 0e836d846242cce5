import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { accentOn } from '#contract/accent.ts'
import { Picture } from '#contract/content-api.ts'
import { readStoredContent } from '#contract/stored-content.ts'
import { contentEditor } from '#support/content-editor.ts'
import { ownProduct } from '#support/owned-product.ts'

const { product, owner } = await ownProduct()
const editor = contentEditor(owner)
const page = async (path: string) => (await product.browser().get(path)).text

/** A picture of the owner's, stored; its address. */
async function storedPicture(width: number, height: number): Promise<string> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#4477aa' } })
    .jpeg()
    .toBuffer()
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${product.url}/api/site/pictures`, {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg', origin: product.url, cookie },
    body: Buffer.from(bytes),
  })
  return Picture.parse(await response.json()).address
}

describe('the coach’s own look', () => {
  it('is none on a site that has chosen none: its pages are drawn in the delivered colours', async () => {
    const home = await page('/')
    expect(home).not.toContain('--color-accent-fill:#')
    expect(home).not.toContain('-focus:50%')
  })

  it('comes back as it was saved, a colour in one form however it was typed', async () => {
    await editor.live((draft) => {
      draft.brand.accent = '14532D'
      draft.brand.logoGround = 'light'
      draft.brand.portrait.focusX = 12
      draft.brand.portrait.focusY = 88
    })
    const { published } = await editor.read()
    expect(published.brand).toMatchObject({
      accent: '#14532d',
      logoGround: 'light',
      portrait: { focusX: 12, focusY: 88 },
    })
  })

  it('reaches every page in colours worked out from it, and leaves pages with colours of their own alone', async () => {
    const { fill } = accentOn('light', '#14532d')
    for (const path of [
      '/',
      '/bookstrategy',
      '/thankyoucall',
      '/builder',
      '/freetraining',
      '/trainingportal',
    ])
      expect(await page(path), path).toContain(`--color-accent-fill:${fill}`)
    // The portal is dark where the visitor's system is, and has the colour's own dark form there.
    const [, systemDark = ''] = (await page('/trainingportal')).split(
      '@media (prefers-color-scheme:dark){html',
    )
    expect(systemDark.slice(0, systemDark.indexOf('@media'))).toContain(
      `--color-accent-fill:${accentOn('dark', '#14532d').fill}`,
    )
    for (const path of ['/meme', '/lander-college', '/lander-hack'])
      expect(await page(path), path).not.toContain('--color-accent-fill:#')
    const answer = await product.browser().get('/')
    expect(answer.headers.get('content-security-policy')).toMatch(
      /style-src 'self' 'sha256-[^']+'$|style-src 'self' 'sha256-[^']+';/,
    )
  })

  it('shows logo, picture and portrait where they belong, each cropped around its point', async () => {
    const [logo, hero, portrait] = [
      await storedPicture(300, 80),
      await storedPicture(900, 600),
      await storedPicture(400, 800),
    ]
    await editor.live((draft) => {
      draft.brand.logo = { src: logo, alt: 'Acme' }
      draft.home.results.picture = { src: hero, alt: 'Ten people at dawn' }
      draft.home.hero = { src: hero, alt: 'A gym at dawn', focusX: 70, focusY: 20 }
      Object.assign(draft.brand.portrait, { src: portrait, focusX: 50, focusY: 15 })
    })
    const home = await page('/')
    expect(home).toContain('--portrait-focus:50% 15%;--hero-focus:70% 20%')
    expect(home).toMatch(new RegExp(`class="logo logo-light" data-field="brand.logo.src"|src="${logo}"`))
    expect(home).toContain(`src="${hero}" alt="A gym at dawn"`)
    expect(home).toContain('alt="Ten people at dawn"')
    expect(home.match(/class="small-picture"/g)).toHaveLength(2)
    // The drawn picture makes way for a real one.
    expect(home).not.toContain('class="scene"')
    for (const path of ['/freetraining', '/trainingportal', '/privacy', '/no-such-page'])
      expect(await page(path), path).toContain(`src="${logo}" alt="Acme"`)
  })

  it.each([
    ['a rule of CSS', 'brand.accent', '#fff;}body{display:none'],
    ['a colour by name', 'brand.accent', 'rebeccapurple'],
    ['a function', 'brand.accent', 'url(https://evil.example)'],
    ['a script address', 'brand.logo.src', 'javascript:alert(1)'],
    ['a point beside the picture', 'brand.portrait.focusX', 101],
    ['a point that is no number', 'home.hero.focusY', '0%;}'],
    ['half a per cent', 'home.hero.focusX', 12.5],
  ])('refuses %s and says which field', async (_what, path, value) => {
    const saved = await editor.save((draft) => {
      const keys = path.split('.')
      const holder = keys.slice(0, -1).reduce<object>((inside, key) => Reflect.get(inside, key), draft)
      Reflect.set(holder, keys.at(-1) ?? '', value)
    })
    expect(saved.status).toBe(422)
    expect(Object.keys(saved.body.fields)).toEqual([expect.stringContaining(path)])
  })

  it('of a site stored before there was any is the delivered one', () => {
    const before = { brand: { coach: 'Ana', portrait: { src: '/media/x.jpg', alt: 'Ana' } } }
    const { content, unreadable } = readStoredContent(before)
    expect(unreadable).toEqual([])
    expect(content.brand).toMatchObject({
      accent: '',
      logo: { src: '' },
      portrait: { src: '/media/x.jpg', focusX: 50, focusY: 50 },
    })
    expect(content.home.hero.src).toBe('')
  })
})
