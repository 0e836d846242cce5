import { createHash } from 'node:crypto'
import { accentOn, deliveredAccent, grounds } from '#contract/accent.ts'
import { inHtml } from '#server/platform/in-html.ts'

/** Who a mailing comes from: its name, '' while it has none, its colour, and its legal pages with what they are called. */
export type LeavingSender = { name: string; accent: string; legal: { address: string; label: string }[] }

type Step = 'ask' | 'done' | 'unknown'

const styleOf = (chosen: string): string => {
  const light = accentOn('light', chosen || deliveredAccent)
  const dark = accentOn('dark', chosen || deliveredAccent)
  return `:root { color-scheme: light dark; font: 17px/1.55 system-ui, sans-serif; --paper: ${grounds.light[0]}; --ink: #16192a; --quiet: #565a6b; --fill: ${light.fill}; --on: ${light.on}; --edge: ${light.edge} }
@media (prefers-color-scheme: dark) { :root { --paper: ${grounds.dark[0]}; --ink: #eceef6; --quiet: #a9aec0; --fill: ${dark.fill}; --on: ${dark.on}; --edge: ${dark.edge} } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--paper); color: var(--ink) }
main { box-sizing: border-box; width: 100%; max-width: 30rem; padding: 2rem 1.25rem }
h1 { margin: 0 0 .75rem; font-size: 1.6rem; line-height: 1.2; text-wrap: balance } p { margin: 0 0 1.5rem; color: var(--quiet) }
nav { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin-top: 1.5rem; font-size: .875rem }
nav a { display: inline-flex; align-items: center; min-height: 2.75rem; color: var(--quiet); text-underline-offset: .25em }
button { min-height: 3rem; padding: 0 1.5rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--fill); color: var(--on); font: inherit; font-weight: 600; cursor: pointer }
button:focus-visible { outline: 3px solid var(--edge); outline-offset: 3px }`
}

const words = (step: Step, name: string): { title: string; text: string } => {
  const from = name === '' ? 'us' : name
  if (step === 'ask')
    return {
      title: 'Unsubscribe?',
      text: `You will get no more marketing emails from ${from}. You will still get emails about calls you have booked.`,
    }
  if (step === 'done')
    return {
      title: 'You are unsubscribed',
      text: `You will get no more marketing emails from ${from}. You will still get emails about calls you have booked. You can close this page.`,
    }
  return {
    title: 'This link does not work',
    text: 'It may have been cut off. Open the link in the email once more, or use the unsubscribe button in your email app.',
  }
}

/** The page on which somebody leaves a mailing, with its policy. It works without scripts, and loads nothing. */
export function unsubscribePage(
  { name, accent, legal }: LeavingSender,
  step: Step,
): { html: string; policy: string } {
  const style = styleOf(accent)
  const hash = createHash('sha256').update(style).digest('base64')
  const { title, text } = words(step, name)
  const form = step === 'ask' ? '<form method="post"><button>Unsubscribe</button></form>' : ''
  const links = legal
    .map(({ address, label }) => `<a href="${inHtml(address)}">${inHtml(label)}</a>`)
    .join('')
  return {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="robots" content="noindex, nofollow"><meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head>
<body><main><h1>${title}</h1><p>${inHtml(text)}</p>${form}<nav>${links}</nav></main></body></html>`,
    policy: `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`,
  }
}
