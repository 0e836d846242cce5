import { smallPictureAddress, widthsOf } from '#contract/picture-address.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** What a file's first bytes say that it is; its name and declared type are not asked. */
type PictureForm = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

const text = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to))

/** The form of a picture by its first bytes, or the plain reason why it cannot be taken. */
function pictureForm(bytes: Uint8Array): { form: PictureForm } | { problem: string } {
  if (bytes.length < 12) return { problem: 'The file is empty or cut off.' }
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return { form: 'jpeg' }
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return { form: 'png' }
  if (/^GIF8[79]a$/.test(text(bytes, 0, 6))) return { form: 'gif' }
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return { form: 'webp' }
  if (text(bytes, 4, 8) === 'ftyp') return containerForm(text(bytes, 8, 12))
  if (/^\s*(<\?xml|<svg|<!doctype svg|<!--)/i.test(text(bytes, 0, 200)))
    return { problem: 'SVG drawings cannot be taken, because they may carry scripts. Save it as PNG.' }
  return { problem: 'This is not a picture that can be shown. Save it as JPEG or PNG.' }
}

function containerForm(brand: string): { form: PictureForm } | { problem: string } {
  if (brand === 'avif' || brand === 'avis') return { form: 'avif' }
  if (/^(heic|heix|hevc|mif1|msf1)$/.test(brand))
    return { problem: 'This is an iPhone picture in HEIC format. Save or export it as JPEG first.' }
  return { problem: 'This is a video, not a picture.' }
}

/** A picture decoded and made anew: full size in the form every browser takes, and smaller ones. */
export type EncodedPicture = {
  width: number
  height: number
  extension: 'jpg' | 'png'
  full: Buffer
  small: { name: string; type: string; bytes: Buffer }[]
}

// A screen shows no more; a photo of 50 megapixels fits, a picture made to fill the memory does not.
const LARGEST_PIXELS = 50_000_000
const WIDEST = 1600
const TALLEST = 4000
const SECONDS = 20
const decoders = [
  'VipsForeignLoadJpeg',
  'VipsForeignLoadPng',
  'VipsForeignLoadWebp',
  'VipsForeignLoadNsgif',
  'VipsForeignLoadHeif',
]

type Sharp = typeof import('sharp').default

// Loaded with the first picture: most processes never see one, and it is large.
let loaded: Promise<Sharp> | undefined

async function loadSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  // Only these decoders are ever asked; the library has many more, for files nobody needs here.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: decoders })
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

let busy: Promise<unknown> = Promise.resolve()

/** Decodes and encodes one picture at a time, so that uploads never take the machine from the visitors. */
export function encodePicture(bytes: Uint8Array, hash: string): Promise<EncodedPicture> {
  const next = busy.then(() => encode(bytes, hash))
  busy = next.catch(() => {})
  return next
}

const cannotBeRead = (): Refusal =>
  new Refusal('invalid', 'The picture could not be read.', {
    fields: {
      picture: 'The file is damaged, or not the kind of picture it claims to be. Save it as JPEG or PNG.',
    },
  })
const refuse = (words: string): Refusal =>
  new Refusal('invalid', 'The picture cannot be used.', { fields: { picture: words } })

async function encode(bytes: Uint8Array, hash: string): Promise<EncodedPicture> {
  const looked = pictureForm(bytes)
  if ('problem' in looked) throw refuse(looked.problem)
  loaded ??= loadSharp()
  const sharp = await loaded
  // Turned as the camera says; of an animation the first picture. Nothing but the pixels goes on: no metadata.
  const input = sharp(bytes, {
    limitInputPixels: LARGEST_PIXELS,
    failOn: 'error',
    pages: 1,
    autoOrient: true,
    sequentialRead: true,
  })
  const found = await input.metadata().catch((error: unknown) => {
    throw /pixel limit/i.test(String(error)) ? tooLarge() : cannotBeRead()
  })
  if (found.width * found.height > LARGEST_PIXELS) throw tooLarge()
  const pixels = await input
    .resize({ width: WIDEST, height: TALLEST, fit: 'inside', withoutEnlargement: true })
    .toColorspace('srgb')
    .timeout({ seconds: SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw cannotBeRead()
    })
  const { width, height, channels } = pixels.info
  const decoded = () => sharp(pixels.data, { raw: { width, height, channels } })
  const isOpaque = channels < 4 || (await decoded().stats()).isOpaque
  const full = isOpaque
    ? await decoded().removeAlpha().jpeg({ quality: 82, mozjpeg: true }).toBuffer()
    : await decoded().png({ compressionLevel: 9 }).toBuffer()
  const small = []
  for (const to of widthsOf(width))
    for (const form of ['avif', 'webp'] as const) {
      const sized = decoded().resize({ width: to, withoutEnlargement: true })
      const made = form === 'avif' ? sized.avif({ quality: 52, effort: 3 }) : sized.webp({ quality: 78 })
      const encoded = await made.timeout({ seconds: SECONDS }).toBuffer()
      const name = smallPictureAddress(hash, to, form).replace('/media/', '')
      small.push({ name, type: `image/${form}`, bytes: encoded })
    }
  return { width, height, extension: isOpaque ? 'jpg' : 'png', full, small }
}

const tooLarge = (): Refusal => refuse('It has more than 50 million pixels. Make it smaller first.')
