import { createHash } from 'node:crypto'
import type { PolicyDirective, RenderedPage } from '#contract/page-rendering.ts'

const orNone = (sources: string[]): string[] => (sources.length > 0 ? sources : ["'none'"])
const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * The Content-Security-Policy of one rendered page: its own scripts, the exact inline styles it carries, and the
 * third parties this page uses and no others. Only a page that shows a third-party player gives up style hashes,
 * because the player writes styles of its own. In a preview the page's scripts run, and can send nothing to this site.
 */
export function policyFor(
  page: Pick<RenderedPage, 'styles' | 'hosts' | 'foreignStyles' | 'isFrameable'>,
  use: 'visitors' | 'preview' = 'visitors',
): string {
  const isPreview = use === 'preview'
  const hosts = (directive: PolicyDirective) => page.hosts[directive] ?? []
  const styles = page.foreignStyles ? ["'unsafe-inline'"] : page.styles.map(sha256)
  const directives: [string, string[]][] = [
    ['default-src', ["'none'"]],
    ['script-src', ["'self'", ...hosts('script')]],
    ['style-src', ["'self'", ...styles, ...hosts('style')]],
    ['img-src', ["'self'", 'data:', ...hosts('img')]],
    ['font-src', ["'self'", ...hosts('font')]],
    ['connect-src', orNone([...(isPreview ? [] : ["'self'"]), ...hosts('connect')])],
    ['media-src', ["'self'", ...hosts('media')]],
    ['frame-src', orNone(hosts('frame'))],
    ['worker-src', orNone(hosts('worker'))],
    ['form-action', [isPreview ? "'none'" : "'self'"]],
    ['frame-ancestors', [page.isFrameable && !isPreview ? '*' : "'self'"]],
    ['base-uri', ["'none'"]],
  ]
  return directives.map(([name, sources]) => `${name} ${sources.join(' ')}`).join('; ')
}
