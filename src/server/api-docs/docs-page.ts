import type { Call } from './collect-calls.ts'

/** The only style of the page; its hash goes into the page's policy. */
export const docsStyle = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem 4rem }
h1 { font-size: 1.5rem; margin: 0 0 .25rem } h2 { font-size: 1rem; margin: 2rem 0 .5rem }
details { border-top: 1px solid color-mix(in srgb, currentcolor 18%, transparent) }
summary { cursor: pointer; display: flex; flex-wrap: wrap; gap: .25rem .75rem; padding: .6rem 0; align-items: baseline }
summary:focus-visible { outline: 2px solid Highlight; outline-offset: 2px }
code, pre { font: 13px/1.5 ui-monospace, monospace } summary code { overflow-wrap: anywhere }
.method { font-weight: 600; min-width: 3.5rem } .who { font-size: .8125rem } .what { flex-basis: 100% }
pre { overflow: auto; padding: .75rem; border-radius: 6px; background: color-mix(in srgb, currentcolor 7%, transparent) }
`

/** The calls as a page to read: each with who may make it, what goes in and what comes out. */
export function docsPage(
  calls: Call[],
  document: { paths: Record<string, Record<string, unknown>> },
): string {
  const rooms = Map.groupBy(
    calls.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    ({ path }) => path.split('/')[2] ?? '',
  )
  const sections = [...rooms].map(
    ([room, list]) => `<h2>${inHtml(room)}</h2>${list.map((call) => callBlock(call, document)).join('')}`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${docsStyle}</style></head>
<body><main><h1>API</h1><p>Every call this server answers, from the schemas that check them. As
<a href="/api/docs/openapi.json">OpenAPI 3.1</a>.</p>${sections.join('')}</main></body></html>`
}

const callers = { owner: 'the owner', anyone: 'anyone', script: 'a script with a key' } as const

function callBlock(
  { method, path, endpoint, summary }: Call,
  document: { paths: Record<string, Record<string, unknown>> },
): string {
  const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  const who = endpoint ? callers[endpoint.for] : 'see below'
  return `<details><summary><span class="method">${method}</span><code>${inHtml(path)}</code>
<span class="who">${who}</span><span class="what">${inHtml(summary)}</span></summary>
<pre tabindex="0">${inHtml(JSON.stringify(operation, null, 2))}</pre></details>`
}

const inHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
