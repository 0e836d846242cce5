import '#web/site/browser/clean-address.ts'
import { post } from '#web/site/browser/call.ts'
import { isInAppBrowser } from '#web/site/browser/in-app-browser.ts'
import { onward } from '#web/site/consent/carry-advert.ts'
import { visitLeave } from '#web/site/consent/visit-leave.ts'

/** A link to this page that carries the visitor along; where none can be had, the page's plain address. */
async function linkToHere(): Promise<string> {
  const plain = location.origin + onward(location.pathname)
  try {
    const answer = await post('/api/visitors/hand-off', { to: location.pathname, ...visitLeave() })
    const { url }: { url?: unknown } = answer.ok ? await answer.json() : {}
    return typeof url === 'string' ? location.origin + onward(url) : plain
  } catch (error) {
    console.warn('The link does not carry the visitor along.', error)
    return plain
  }
}

async function copied(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    // Many apps' browsers know only the old way.
    field.select()
    return document.execCommand('copy')
  }
}

const systemOf = (userAgent: string): 'apple' | 'android' | undefined =>
  /iPhone|iPad|iPod/.test(userAgent) ? 'apple' : /Android/.test(userAgent) ? 'android' : undefined

/** Makes `#open-outside` links open the help, with a fresh link to copy and the steps of this phone's system. */
function startOpenOutside(): void {
  const help = document.querySelector<HTMLDialogElement>('#open-outside')
  const field = help?.querySelector('input')
  const copy = help?.querySelector<HTMLButtonElement>('.outside-copy')
  const status = help?.querySelector<HTMLElement>('[role=status]')
  if (!help?.showModal || !field || !copy || !status) return
  const system = systemOf(navigator.userAgent)
  for (const steps of help.querySelectorAll<HTMLElement>('[data-system]'))
    steps.hidden = system !== undefined && steps.dataset.system !== system

  document.addEventListener('click', async (event) => {
    const pressed = event.target instanceof Element ? event.target : null
    if (pressed === help || pressed?.closest('.outside-close')) help.close()
    if (pressed?.closest('a')?.getAttribute('href') !== '#open-outside') return
    event.preventDefault()
    field.value = ''
    status.textContent = ''
    copy.disabled = true
    help.showModal()
    field.value = await linkToHere()
    copy.disabled = false
  })
  copy.addEventListener('click', async () => {
    const isCopied = await copied(field)
    status.textContent = (isCopied ? status.dataset.copied : status.dataset.notCopied) ?? ''
  })
}

/** A new tab inside an app is often one that nobody finds again: links open in this one. */
function stayInThisTab(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link?.target === '_blank') link.removeAttribute('target')
}

if (isInAppBrowser(navigator.userAgent)) {
  document.documentElement.dataset.inApp = 'yes'
  // Before the page's own listeners, so that all of them see the link as it will be followed.
  document.addEventListener('click', stayInThisTab, { capture: true })
  startOpenOutside()
}
