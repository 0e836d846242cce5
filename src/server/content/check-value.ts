import type { z } from 'zod'
import type { contentApi } from '#contract/content-api.ts'
import { vimeoVideoOf } from '#contract/vimeo-address.ts'
import { youtubeIdOf } from '#contract/youtube-address.ts'
import { openLink, type Tried } from './open-link.ts'

type Check = z.output<(typeof contentApi)['POST /api/site/check']['input']>
type Checked = z.output<(typeof contentApi)['POST /api/site/check']['output']>

const wrong = (words: string): Checked => ({ ok: false, words })

/** Says in plain words whether a pasted value can work: its form first, then whether it opens; `paths` are the site's pages. */
export async function checkValue(
  { kind, value }: Check,
  paths: string[],
  open: (address: string) => Promise<Tried> = openLink,
): Promise<Checked> {
  if (value === '') return wrong('There is nothing in the field yet.')
  if (kind === 'video') return checkVideo(value, open)
  if (value.startsWith('/') && kind === 'link') return checkPath(value.replace(/[?#].*$/, ''), paths)
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol))
    return wrong('This is not a whole address. A whole one starts with https://.')
  if (url.protocol === 'http:')
    return wrong('It starts with http://. Copy the address that starts with https://.')
  if (kind === 'calendar' && url.pathname.replaceAll('/', '') === '')
    return wrong(
      'This is only the calendar’s home page. Copy the address of one event, such as https://cal.com/you/call.',
    )
  if (kind === 'application' && /(^|\.)typeform\.com$/.test(url.hostname) && !/^\/to\/\w+/.test(url.pathname))
    return wrong(
      'This is not the form’s own address. In Typeform press Share and copy the link with /to/ in it.',
    )
  if (kind === 'checkout' && /^dashboard\.stripe\.com$/.test(url.hostname))
    return wrong(
      'This is your own Stripe dashboard. Copy the payment link, which starts with https://buy.stripe.com/.',
    )
  return said(await open(url.href))
}

const checkPath = (path: string, paths: string[]): Checked =>
  paths.includes(path)
    ? { ok: true, words: `It opens your page ${path}.` }
    : wrong(`There is no page at ${path}. Visitors would see “Page not found”.`)

async function checkVideo(value: string, open: (address: string) => Promise<Tried>): Promise<Checked> {
  const youtube = youtubeIdOf(value)
  if (youtube)
    return said(await open(`https://www.youtube.com/oembed?url=https://youtu.be/${youtube}&format=json`))
  const vimeo = vimeoVideoOf(value)
  if (vimeo) {
    const page = `https://vimeo.com/${vimeo.id}${vimeo.hash ? `/${vimeo.hash}` : ''}`
    return said(await open(`https://vimeo.com/api/oembed.json?url=${encodeURIComponent(page)}`))
  }
  if (!/^[A-Za-z0-9]{6,32}$/.test(value))
    return wrong(
      'This is neither a YouTube or Vimeo address nor the letters and digits of a Wistia media id.',
    )
  return said(await open(`https://fast.wistia.com/embed/medias/${value}.json`))
}

function said(tried: Tried): Checked {
  if (tried === 'opens') return { ok: true, words: 'It opens.' }
  if (tried === 'gone') return wrong('There is nothing at this address. Copy it once more.')
  if (tried === 'private')
    return wrong('This address is not on the public internet, so visitors could not open it.')
  return { ok: null, words: 'It looks right, but it could not be tried from here. Open it once yourself.' }
}
