import type { BrowserContext } from 'playwright-core'

/** The booking page that tests give the product; no such host exists, the browser is answered from here. */
export const calendarLink = 'https://calendar.example/coach/call'

// Speaks the documented embedding protocol: invisible until the page around it answers its first message.
const PAGE = `<!doctype html><html lang="en"><title>Fake calendar</title>
<style>body{margin:0;visibility:hidden}</style>
<main><h1>Pick a time</h1><p id="who"></p><button>10:00</button></main>
<script>
const say = (type, data = {}) => parent.postMessage({ originator: 'CAL', type, namespace: '', data }, '*')
who.textContent = new URL(location).searchParams.get('name')
addEventListener('message', ({ data }) => {
  if (data.originator !== 'CAL' || data.method !== 'parentKnowsIframeReady') return
  document.body.style.visibility = 'visible'
  say('__dimensionChanged', { iframeHeight: 733, iframeWidth: 300 })
  say('linkReady')
})
say('__iframeReady')
</script></html>`

/**
 * Answers the calendar's address in this browser, once `holdBackUntil` has come; a `silent` calendar never answers.
 * Returns the addresses asked for.
 */
export async function answerCalendar(
  context: BrowserContext,
  isSilent = false,
  holdBackUntil: Promise<void> = Promise.resolve(),
): Promise<URL[]> {
  const asked: URL[] = []
  await context.route('https://calendar.example/**', async (route) => {
    asked.push(new URL(route.request().url()))
    await holdBackUntil
    if (!isSilent) await route.fulfill({ contentType: 'text/html', body: PAGE })
  })
  return asked
}
