import { grounds } from '#contract/accent.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { mailKinds, mailPreviewPath } from '#contract/site-content-mails.ts'
import { inHtml } from '#server/platform/in-html.ts'
import { drawMail } from './draw-mail.ts'

const SAMPLE = {
  name: 'Ada Kern',
  when: 'Tuesday, December 1, 10:00 AM (Berlin time)',
  link: 'https://example.com/call',
  move: 'https://example.com/move',
  cancel: 'https://example.com/cancel',
}

// A mail brings styles in attributes, and loads nothing.
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
// Dark where the mail below it is.
const [, DARK = ''] = grounds.dark
const LINE = `<style>.line{margin:0;padding:12px 20px;border-bottom:1px solid #d8d9e0;background:#fff;color:#16192a;font:14px/20px system-ui,sans-serif}@media (prefers-color-scheme:dark){.line{border-color:#34374a;background:${DARK};color:#eceef6}}</style>`

/** A mail for the owner's eyes, with an invented reader and its subject above it; undefined where the path names none. */
export function previewMail(
  content: SiteContent,
  path: string,
): { html: string; policy: string; status: 200 } | undefined {
  const kind = mailKinds.find((one) => mailPreviewPath(one) === path)
  if (!kind) return undefined
  const mail = drawMail(content, kind, SAMPLE)
  const html = mail
    ? mail.html.replace(
        /(<body[^>]*>)/,
        (body) => `${body}${LINE}<p class="line"><b>${inHtml(mail.subject)}</b></p>`,
      )
    : `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Switched off</title>${LINE}</head><body style="margin:0"><p class="line">This email is switched off: nobody gets it.</p></body></html>`
  return { html, policy: POLICY, status: 200 }
}
