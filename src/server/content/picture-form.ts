/** What a file's first bytes say that it is; its name and declared type are not asked. */
export type PictureForm = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

const text = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode(...bytes.subarray(from, to))

/** The form of a picture by its first bytes, or the plain reason why it cannot be taken. */
export function pictureForm(bytes: Uint8Array): { form: PictureForm } | { problem: string } {
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
    return { problem: 'This is an iPhone picture in the HEIC form. Save or export it as JPEG first.' }
  return { problem: 'This is a video, not a picture.' }
}
