import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { contentEditor } from '#support/content-editor.ts'
import { picturesOfAttack } from '#support/hostile-pictures.ts'
import { ownProduct } from '#support/owned-product.ts'
import { expectRefusal } from './expect-refusal.ts'

const { product, owner } = await ownProduct()
const editor = contentEditor(owner)

async function upload(bytes: Uint8Array, type = 'image/jpeg', browser = owner) {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${product.url}/api/site/pictures`, {
    method: 'POST',
    headers: { 'content-type': type, origin: product.url, cookie },
    body: Buffer.from(bytes),
  })
  const text = await response.text()
  return { status: response.status, text, body: JSON.parse(text) }
}

const photo = (width: number, height: number, colour = '#4477aa') =>
  sharp({ create: { width, height, channels: 3, background: colour } })
const media = async (address: string) => {
  const response = await fetch(product.url + address)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('a picture', () => {
  it('is kept in several sizes and forms, without what the camera wrote into it', async () => {
    const taken = await photo(1200, 800)
      .withExif({ IFD0: { Copyright: 'Ana Kern', ImageDescription: 'At home' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { status, body } = await upload(taken)
    expect(status).toBe(200)
    // Held sideways: the camera's note is followed, then dropped.
    expect(body).toMatchObject({ width: 800, height: 1200, bytes: expect.any(Number) })
    expect(body.address).toMatch(/^\/media\/[0-9a-f]{32}-800x1200\.jpg$/)
    for (const [address, form, width] of [
      [body.address, 'jpeg', 800],
      [`/media/${body.id}-480.webp`, 'webp', 480],
      [`/media/${body.id}-800.avif`, 'heif', 800],
    ]) {
      const { response, bytes } = await media(address)
      expect([address, response.status]).toEqual([address, 200])
      expect(response.headers.get('cache-control')).toContain('immutable')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      const found = await sharp(bytes).metadata()
      expect([found.format, found.width, found.exif]).toEqual([form, width, undefined])
      expect(bytes.toString('latin1')).not.toContain('Ana Kern')
    }
    expect((await media(`/media/${body.id}-1600.avif`)).response.status).toBe(404)
  })

  it('sent twice is one', async () => {
    const bytes = await photo(300, 200, '#aa3311').png().toBuffer()
    const [first, second] = [await upload(bytes), await upload(bytes)]
    expect(second.body).toEqual(first.body)
    expect(first.body.address).toMatch(/-300x200\.jpg$/)
  })

  it('that is see-through stays so', async () => {
    const clear = await sharp({ create: { width: 90, height: 60, channels: 4, background: '#ff000080' } })
      .png()
      .toBuffer()
    expect((await upload(clear, 'image/png')).body.address).toMatch(/-90x60\.png$/)
  })

  it('is drawn where a page shows it, in every form, with its size', async () => {
    const { body } = await upload(await photo(1000, 500, '#123456').jpeg().toBuffer())
    await editor.live((draft) => {
      draft.meme.picture = { src: body.address, alt: 'A blue field' }
      draft.brand.portrait = { ...draft.brand.portrait, src: 'https://elsewhere.example/me.jpg', alt: 'Me' }
    })
    const page = await product.browser().get('/meme')
    expect(page.text).toContain(`/media/${body.id}-480.avif 480w, /media/${body.id}-960.avif 960w`)
    expect(page.text).toMatch(new RegExp(`src="${body.address}" alt="" width="1000" height="500"`))
    const home = await product.browser().get('/')
    expect(home.headers.get('content-security-policy')).toContain(
      "img-src 'self' data: https://elsewhere.example;",
    )
  })

  it('in use, or used by a version that can be restored, cannot be deleted', async () => {
    const listed = (await owner.get('/api/site/pictures')).body
    const used = listed.find(({ usedIn }: { usedIn: string[] }) => usedIn.includes('meme.picture.src'))
    expectRefusal(await owner.send('DELETE', `/api/site/pictures/${used.id}`), 'in use', 409)
    await editor.live((draft) => {
      draft.meme.picture = { src: '', alt: 'Nothing' }
    })
    expectRefusal(await owner.send('DELETE', `/api/site/pictures/${used.id}`), 'used earlier', 409)
    const unused = listed.find(({ width }: { width: number }) => width === 300)
    expect((await owner.send('DELETE', `/api/site/pictures/${unused.id}`)).status).toBe(200)
    expectRefusal(await owner.send('DELETE', `/api/site/pictures/${unused.id}`), 'gone', 404)
  })
})

describe('a file that is no picture to show', () => {
  it('is refused in plain words, whatever its name says', async () => {
    for (const [what, bytes, words] of await picturesOfAttack()) {
      const answer = await upload(bytes, 'image/png')
      expectRefusal(answer, what, 422)
      expect(answer.body.fields.picture, what).toMatch(words)
    }
  })

  it('is never passed on: what follows a picture’s own bytes is left behind', async () => {
    const polyglot = Buffer.concat([
      await photo(50, 50).png().toBuffer(),
      Buffer.from('<html><script>alert(1)</script></html>'),
    ])
    const { body } = await upload(polyglot, 'image/png')
    const { bytes, response } = await media(body.address)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(bytes.toString('latin1')).not.toContain('script')
  })

  it('costs no one but the owner anything, and has its limit', async () => {
    const bytes = await photo(10, 10).png().toBuffer()
    expectRefusal(await upload(bytes, 'image/png', product.browser()), 'visitor', 401)
    expectRefusal(await upload(Buffer.alloc(15 * 1024 * 1024 + 1), 'image/png'), 'too large', 413)
    expectRefusal(await upload(bytes, 'application/zip'), 'another type', 415)
    expect((await product.browser().get('/media/../../etc/passwd')).status).toBe(404)
  })
})
