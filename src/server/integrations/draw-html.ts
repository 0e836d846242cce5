import { accentOn, deliveredAccent, grounds } from '#contract/accent.ts'
import { inHtml } from '#server/platform/in-html.ts'

/** A line of a mail as it is drawn: words, what the mail is about, a fact under its name, or words that are a link. */
type DrawnLine =
  | { kind: 'words' | 'when' | 'heading'; text: string }
  | { kind: 'fact'; label: string; value: string }
  | { kind: 'link'; label: string; url: string; isMain: boolean }

type Drawing = {
  subject: string
  blocks: { lines: DrawnLine[] }[]
  footer: string
  /** The site's name; '' while it has none. */
  brand: string
  /** The owner's colour; '' where none is chosen. */
  accent: string
}

const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const INK = '#16192a'
const QUIET = '#565a6b'
const [DARK_PAPER = '', DARK_SURFACE = ''] = grounds.dark
const [LIGHT_PAPER = '', LIGHT_SURFACE = ''] = grounds.light

// Mail programs take styles from attributes; the few that know dark mode take it from here.
const darkStyles = (accent: string): string => {
  const { fill, on, ink } = accentOn('dark', accent)
  return `@media (prefers-color-scheme:dark){.paper{background:${DARK_PAPER}!important}.sheet{background:${DARK_SURFACE}!important}.ink{color:#eceef6!important}.quiet{color:#a9aec0!important}.way{color:${ink}!important}.press{background:${fill}!important}.press a{color:${on}!important}}`
}

/**
 * A mail as simple HTML: one column, the site's name and colour, no pictures and nothing to load. The words are escaped
 * here, and links are web addresses alone.
 */
export function drawHtml({ subject, blocks, footer, brand, accent: chosen }: Drawing): string {
  const accent = chosen || deliveredAccent
  const { fill, on, ink } = accentOn('light', accent)
  const button = (label: string, url: string) =>
    `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:4px 0 20px"><tr><td class="press" style="border-radius:8px;background:${fill}"><a href="${inHtml(url)}" style="display:inline-block;padding:14px 24px;${FONT};font-size:16px;line-height:20px;font-weight:600;color:${on};text-decoration:none">${inHtml(label)}</a></td></tr></table>`
  const line = (one: DrawnLine): string => {
    if (one.kind === 'words') return inHtml(one.text)
    if (one.kind === 'fact')
      return `<span class="quiet" style="font-size:13px;line-height:20px;color:${QUIET}">${inHtml(one.label)}</span><br>${inHtml(one.value)}`
    if (one.kind === 'link')
      return `<a class="way" href="${inHtml(one.url)}" style="color:${ink}">${inHtml(one.label)}</a>`
    return `<span class="ink" style="font-size:20px;line-height:28px;font-weight:600;color:${INK}">${inHtml(one.text)}</span>`
  }
  const block = ({ lines }: { lines: DrawnLine[] }): string => {
    const [only, ...others] = lines
    if (only?.kind === 'link' && only.isMain && others.length === 0) return button(only.label, only.url)
    return `<p class="ink" style="margin:0 0 16px;${FONT};font-size:16px;line-height:24px;color:${INK}">${lines.map(line).join('<br>')}</p>`
  }
  const heading =
    brand === ''
      ? ''
      : `<p class="ink" style="margin:0 0 24px;${FONT};font-size:15px;line-height:20px;font-weight:700;color:${INK}">${inHtml(brand)}</p>`
  const foot =
    footer === ''
      ? ''
      : `<p class="quiet" style="margin:20px 8px 0;${FONT};font-size:13px;line-height:20px;color:${QUIET}">${inHtml(footer)}</p>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${inHtml(subject)}</title><style>${darkStyles(accent)}</style></head>
<body class="paper" style="margin:0;padding:0;background:${LIGHT_PAPER}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="paper" style="background:${LIGHT_PAPER}"><tr><td align="center" style="padding:32px 16px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td class="sheet" style="padding:32px 28px 20px;overflow-wrap:anywhere;word-break:break-word;background:${LIGHT_SURFACE};border-top:4px solid ${fill};border-radius:8px">
${heading}${blocks.map(block).join('\n')}
</td></tr><tr><td>${foot}</td></tr></table></td></tr></table></body></html>`
}
